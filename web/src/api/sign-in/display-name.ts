type Account = { email?: string | undefined; user_metadata: Record<string, unknown> }

const NAMES = ['full_name', 'display_name', 'name']

/** Specification, section 5: full name, display name, name, the part before the @, then 'User'. */
export function displayNameOf({ email, user_metadata }: Account): string {
  const named = NAMES.map((name) => user_metadata[name])
    .filter((name) => typeof name === 'string')
    .map((name) => name.trim())
    .find(Boolean)

  return named || email?.split('@')[0] || 'User'
}
