import type { Context } from 'hono'

export type Parameters = Readonly<Record<string, string>>

/** Token endpoints read parameters from a form, JSON or the URL; the body takes precedence. */
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

type Credentials = { clientId: string; clientSecret: string }

/** Parses `Authorization: Basic`; OAuth form-encodes both parts inside it. */
export function basicCredentials(header: string | undefined): Credentials | undefined {
  const encoded = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(header ?? '')?.[1]
  if (encoded === undefined) return undefined
  const [clientId = '', clientSecret = ''] = Buffer.from(encoded, 'base64')
    .toString()
    .split(/:(.*)/s)

  return { clientId: formDecoded(clientId), clientSecret: formDecoded(clientSecret) }
}

const formDecoded = (text: string): string =>
  new URLSearchParams(`x=${text.replaceAll('&', '%26')}`).get('x') ?? ''
