const REDACTED = '•••'
const SECRET_NAMES =
  /^(code|key|otp|sig|state|cookie|set-cookie|authorization)$|token|secret|passw|signature|api-?_?key|verifier|assertion|credential/i

/** Logs have more readers than requests: field names stay, secret values are redacted. */
export function redactSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(redactSecrets)
  if (typeof value !== 'object' || value === null) return value

  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      isSecret(name) ? REDACTED : redactSecrets(inner),
    ]),
  )
}

export function redactQuery(search: string): string {
  const query = new URLSearchParams(search)
  for (const name of new Set(query.keys())) if (isSecret(name)) query.set(name, REDACTED)
  const text = query.toString()

  return text ? `?${text}` : ''
}

const isSecret = (name: string) => SECRET_NAMES.test(name)
