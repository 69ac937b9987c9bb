import type { Context } from 'hono'

export type Parameters = Readonly<Record<string, string>>

/** Token endpoints take their parameters from a form, from JSON or from the address; the body wins. */
export async function readParameters(c: Context): Promise<Parameters> {
  const query = c.req.query()
  const body = await c.req.text()
  const isJson = c.req.header('content-type')?.includes('json')

  return { ...query, ...(isJson ? textsIn(body) : Object.fromEntries(new URLSearchParams(body))) }
}

function textsIn(json: string): Parameters {
  try {
    const value: unknown = JSON.parse(json)
    if (typeof value !== 'object' || value === null) return {}

    return Object.fromEntries(
      Object.entries(value).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string',
      ),
    )
  } catch {
    return {}
  }
}
