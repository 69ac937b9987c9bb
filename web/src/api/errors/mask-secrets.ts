const SECRET = /token$/i
const SHOWN = 8

/** Masks secrets in an answer: recognisable, but unusable. */
export function maskSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskSecrets)
  if (typeof value !== 'object' || value === null) return value

  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      SECRET.test(name) && typeof inner === 'string' ? maskText(inner) : maskSecrets(inner),
    ]),
  )
}

export const maskText = (secret: string) => `${secret.slice(0, SHOWN)}…`
