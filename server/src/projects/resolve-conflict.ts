import type { Link } from './links-table.ts'
import type { Sent } from './read-sent.ts'

export type Strategy = 'auto-resolve' | 'keep-local' | 'keep-remote'

/**
 * - `update`: the extension's words replace ours
 * - `restore`: the same, and the link is back
 * - `confirm`: both say the same
 * - `keep`: ours stay, and the extension is told of them
 * - `forget`: it was deleted here, and stays so
 */
export type Resolution = 'update' | 'restore' | 'confirm' | 'keep' | 'forget'

/** Who is right about a project that both sides know. What neither changed is nobody's conflict. */
export function resolveConflict(sent: Sent, known: Link, strategy: Strategy): Resolution {
  // Its words are those of the last time: whatever differs was changed on the website since.
  const isOldNews = sent.digest === known.extension_digest

  if (known.deleted_at) {
    if (strategy === 'keep-remote') return 'forget'
    return strategy === 'auto-resolve' && isOldNews ? 'forget' : 'restore'
  }
  if (isSame(sent, known)) return 'confirm'
  if (strategy === 'keep-remote') return 'keep'
  if (strategy === 'keep-local') return 'update'
  return isOldNews || isOlder(sent, known) ? 'keep' : 'update'
}

const COMPARED = [
  'project_name',
  'project_description',
  'github_repo_owner',
  'github_repo_name',
  'github_branch',
  'is_private',
] as const

/** What is not said is not meant to be changed. The address follows from owner and name. */
const isSame = ({ project }: Sent, known: Link) =>
  COMPARED.every((field) => (project[field] ?? known[field]) === known[field])

const isOlder = ({ project: { last_modified: time } }: Sent, known: Link) =>
  time != null && known.last_modified !== null && new Date(time) < known.last_modified
