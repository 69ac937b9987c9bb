import { parseRepository } from '@app/contract/repository-name'
import type { Link } from './links-table.ts'
import type { Sent } from './read-sent.ts'

/**
 * The published extension sends one owner for all projects, but returns each repository's URL unchanged. If the two owners differ, the sent
 * one is ignored.
 */
export function withIntendedOwner(sent: Sent, known: Link | undefined): Sent {
  const { github_repo_owner: owner, github_repo_name: name, github_repo_url: url } = sent.project
  const told = parseRepository(url ?? '')
  if (!told || !isSame(told.name, name) || isSame(told.owner, owner)) return sent

  // The same repository: its owner was set on the website or at GitHub.
  const kept = isSame(known?.github_repo_name, name) ? known?.github_repo_owner : null
  return { ...sent, project: { ...sent.project, github_repo_owner: kept ?? told.owner } }
}

/** GitHub compares names case-insensitively. */
const isSame = (one: string | null | undefined, other: string | null | undefined) =>
  one?.toLowerCase() === other?.toLowerCase()
