import type { Link } from './links-table.ts'
import type { Sent } from './read-sent.ts'

export type Strategy = 'auto-resolve' | 'keep-local' | 'keep-remote'

/**
 * - `update`: the extension's version replaces ours
 * - `restore`: the same, and the link is restored
 * - `confirm`: both are the same
 * - `keep`: ours stays, and the extension gets it
 * - `keep-deleted`: it was deleted here, and stays so
 */
export type Resolution = 'update' | 'restore' | 'confirm' | 'keep' | 'keep-deleted'

/** Decides which side wins for a project that both have. */
export function resolveConflict(sent: Sent, known: Link, strategy: Strategy): Resolution {
  // The extension repeats its last version, so differences come from the website.
  const isRepeated = sent.digest === known.extension_digest

  if (known.deleted_at) {
    if (strategy === 'keep-remote') return 'keep-deleted'
    return strategy === 'auto-resolve' && isRepeated ? 'keep-deleted' : 'restore'
  }
  if (isSame(sent, known)) return 'confirm'
  if (strategy === 'keep-remote') return 'keep'
  if (strategy === 'keep-local') return 'update'
  return isRepeated || isOlder(sent, known) ? 'keep' : 'update'
}

const COMPARED = [
  'project_name',
  'project_description',
  'github_repo_owner',
  'github_repo_name',
  'github_branch',
  'is_private',
] as const

/** Absent fields count as unchanged. The URL follows from owner and name. */
const isSame = ({ project }: Sent, known: Link) =>
  COMPARED.every((field) => (project[field] ?? known[field]) === known[field])

const isOlder = ({ project: { last_modified: time } }: Sent, known: Link) =>
  time != null && known.last_modified !== null && new Date(time) < known.last_modified
