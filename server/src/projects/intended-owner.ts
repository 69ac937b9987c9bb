import type { Link } from './links-table.ts'
import type { Sent } from './read-sent.ts'

/**
 * The published extension knows one owner and sends it for every project, but sends the address that it was told
 * back untouched. Where the two disagree about the owner, the owner it sends says nothing about this project.
 */
export function withIntendedOwner(sent: Sent, known: Link | undefined): Sent {
  const { github_repo_owner: owner, github_repo_name: name, github_repo_url: url } = sent.project
  const told = repositoryAt(url)
  if (!told || !isSame(told.name, name) || isSame(told.owner, owner)) return sent

  // Still the same repository here: whoever owns it was decided on the website or at GitHub, perhaps since.
  const kept = isSame(known?.github_repo_name, name) ? known?.github_repo_owner : null
  return { ...sent, project: { ...sent.project, github_repo_owner: kept ?? told.owner } }
}

/** An owner that the table has no room for is none. */
const ADDRESS = /^https?:\/\/[^/]+\/([\w.-]{1,100})\/([\w.-]{1,200}?)(?:\.git)?\/?$/

function repositoryAt(url: string | null | undefined) {
  const [, owner, name] = ADDRESS.exec(url ?? '') ?? []

  return owner && name ? { owner, name } : null
}

/** GitHub's names are compared without case. */
const isSame = (one: string | null | undefined, other: string | null | undefined) =>
  one?.toLowerCase() === other?.toLowerCase()
