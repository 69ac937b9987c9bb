/** A JSON:API object: its id is a string, ids among its attributes are numbers. */
export type Resource = {
  type: string
  id: string
  attributes: Record<string, unknown>
  relationships: Record<string, { links: { related: string; self: string }; data?: unknown }>
  links: { self: string }
}

type Parts = {
  apiUrl: string
  type: string
  id: number | string
  attributes: Record<string, unknown>
  relations: readonly string[]
}

export function resource({ apiUrl, type, id, attributes, relations }: Parts): Resource {
  const self = `${apiUrl}/v1/${type}/${id}`

  return {
    type,
    id: String(id),
    attributes,
    relationships: Object.fromEntries(
      relations.map((name) => [
        name,
        { links: { related: `${self}/${name}`, self: `${self}/relationships/${name}` } },
      ]),
    ),
    links: { self },
  }
}

/** As the vendor writes times: six decimals, of which it fills none. */
export const time = (ms: number) => new Date(ms).toISOString().replace(/\.\d{3}Z$/, '.000000Z')

export const timeOrNull = (ms: number | null) => (ms === null ? null : time(ms))

/** `past_due` → `Past due`. */
export function formatted(status: string): string {
  const words = status.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
