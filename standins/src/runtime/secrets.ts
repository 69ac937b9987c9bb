const BLANK = '•••'
const SECRET_NAMES =
  /^(code|key|otp|sig|state|cookie|set-cookie|authorization)$|token|secret|passw|signature|api-?_?key|verifier|assertion|credential/i

/** A log is read by more eyes than a request is: names stay, secret values go. */
export function blankSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(blankSecrets)
  if (typeof value !== 'object' || value === null) return value

  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      isSecret(name) ? BLANK : blankSecrets(inner),
    ]),
  )
}

export function blankQuery(search: string): string {
  const query = new URLSearchParams(search)
  for (const name of new Set(query.keys())) if (isSecret(name)) query.set(name, BLANK)
  const text = query.toString()

  return text ? `?${text}` : ''
}

const isSecret = (name: string) => SECRET_NAMES.test(name)
