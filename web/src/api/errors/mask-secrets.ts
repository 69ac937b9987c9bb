const SECRET = /token$/i
const SHOWN = 8

/** The answer as it may be shown: enough of a secret to recognise it, not enough to use it. */
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
