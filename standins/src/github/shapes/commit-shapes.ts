import type { components } from '@octokit/openapi-types'
import type { Signature } from '#github/git/commit.ts'
import type { NamedCommit } from '#github/git/history.ts'
import type { Person } from '#github/people/person.ts'
import type { Addresses } from './addresses.ts'
import { nodeId } from './repository-shapes.ts'
import { githubTime, simpleUser } from './user-shapes.ts'

/** Where a repository's things are, on the API and on the pages. */
export type Place = { api: string; web: string }

export const placeOf = ({ api, web }: Addresses, fullName: string): Place => ({
  api: `${api}/repos/${fullName}`,
  web: `${web}/${fullName}`,
})

/** A commit as git knows it. */
export const gitCommitShape = (place: Place, commit: NamedCommit) =>
  ({
    sha: commit.sha,
    node_id: nodeId('C_', commit.sha),
    url: `${place.api}/git/commits/${commit.sha}`,
    html_url: `${place.web}/commit/${commit.sha}`,
    author: signatureShape(commit.author),
    committer: signatureShape(commit.committer),
    tree: { sha: commit.tree, url: `${place.api}/git/trees/${commit.tree}` },
    message: commit.message,
    parents: parentsOf(place, commit, 'git/commits'),
    verification: UNSIGNED,
  }) satisfies components['schemas']['git-commit']

type People = { author: Person | undefined; committer: Person | undefined }

/** A commit as GitHub lists it, with the accounts to which its addresses belong. */
export function commitShape(
  addresses: Addresses,
  place: Place,
  commit: NamedCommit,
  { author, committer }: People,
) {
  const url = `${place.api}/commits/${commit.sha}`

  return {
    url,
    sha: commit.sha,
    node_id: nodeId('C_', commit.sha),
    html_url: `${place.web}/commit/${commit.sha}`,
    comments_url: `${url}/comments`,
    commit: {
      url: `${place.api}/git/commits/${commit.sha}`,
      author: signatureShape(commit.author),
      committer: signatureShape(commit.committer),
      message: commit.message,
      comment_count: 0,
      tree: { sha: commit.tree, url: `${place.api}/git/trees/${commit.tree}` },
      verification: UNSIGNED,
    },
    author: author ? simpleUser(addresses, author) : null,
    committer: committer ? simpleUser(addresses, committer) : null,
    parents: parentsOf(place, commit, 'commits'),
  } satisfies components['schemas']['commit']
}

const signatureShape = ({ name, email, at }: Signature) => ({
  name,
  email,
  date: githubTime(at * 1000),
})

const parentsOf = (place: Place, { parents }: NamedCommit, below: string) =>
  parents.map((sha) => ({
    sha,
    url: `${place.api}/${below}/${sha}`,
    html_url: `${place.web}/commit/${sha}`,
  }))

const UNSIGNED = {
  verified: false,
  reason: 'unsigned',
  signature: null,
  payload: null,
  verified_at: null,
}
