export type EventKind = 'github_app_authorization' | 'installation' | 'push' | 'repository'

/**
 * The kind of an event, by its body only, because the header that names it is not signed. Other events share some fields, so each kind also
 * checks for absent ones. null: a kind that we ignore.
 */
export function eventKind(body: unknown): EventKind | null {
  if (!isObject(body)) return null
  const { action, installation, repository, sender } = body

  if (typeof body.ref === 'string' && isObject(repository) && Array.isArray(body.commits)) {
    return action === undefined ? 'push' : null
  }
  if (typeof action !== 'string') return null
  if (isObject(repository)) return hasOnly(body, REPOSITORY_FIELDS) ? 'repository' : null
  // Only this event contains a whole installation without repository lists.
  if (isObject(installation) && isObject(installation.account)) {
    return 'repositories_added' in body ? null : 'installation'
  }
  const isRevocation = action === 'revoked' && isObject(sender) && installation === undefined

  return isRevocation ? 'github_app_authorization' : null
}

/** Events about something inside a repository have further fields. */
const REPOSITORY_FIELDS = new Set([
  'action',
  'changes',
  'enterprise',
  'installation',
  'organization',
  'repository',
  'sender',
])

const hasOnly = (body: Record<string, unknown>, fields: ReadonlySet<string>) =>
  Object.keys(body).every((name) => fields.has(name))

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
