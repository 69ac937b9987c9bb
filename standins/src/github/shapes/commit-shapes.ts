import type { components } from '@octokit/openapi-types'
import type { Signature } from '#formats/commit.ts'
import type { NamedCommit } from '#github/git/history.ts'
import type { GithubNeeds } from '#github/memory/needs.ts'
import type { Person } from '#github/people/person.ts'
import {
  type Addresses,
  addressesOf,
  type OwnedRepository,
  type RepositoryUrls,
  repositoryUrls,
} from './addresses.ts'
import { nodeId } from './repository-shapes.ts'
import { githubTime, simpleUser } from './user-shapes.ts'

/** A commit in git's own form. */
export const gitCommitShape = (urls: RepositoryUrls, commit: NamedCommit) =>
  ({
    sha: commit.sha,
    node_id: nodeId('C_', commit.sha),
    url: `${urls.api}/git/commits/${commit.sha}`,
    html_url: `${urls.web}/commit/${commit.sha}`,
    author: signatureShape(commit.author),
    committer: signatureShape(commit.committer),
    tree: { sha: commit.tree, url: `${urls.api}/git/trees/${commit.tree}` },
    message: commit.message,
    parents: parentsOf(urls, commit, 'git/commits'),
    verification: UNSIGNED,
  }) satisfies components['schemas']['git-commit']

/** A commit with the accounts of its e-mail addresses; null for an unknown address. */
export const renderCommit = (
  needs: GithubNeeds,
  repository: OwnedRepository,
  commit: NamedCommit,
) =>
  commitShape(addressesOf(needs), repositoryUrls(needs, repository), commit, {
    author: needs.memory.people.byEmail(commit.author.email),
    committer: needs.memory.people.byEmail(commit.committer.email),
  })

type People = { author: Person | undefined; committer: Person | undefined }

/** A commit in list form, with the accounts of its e-mail addresses. */
function commitShape(
  addresses: Addresses,
  urls: RepositoryUrls,
  commit: NamedCommit,
  { author, committer }: People,
) {
  const url = `${urls.api}/commits/${commit.sha}`

  return {
    url,
    sha: commit.sha,
    node_id: nodeId('C_', commit.sha),
    html_url: `${urls.web}/commit/${commit.sha}`,
    comments_url: `${url}/comments`,
    commit: {
      url: `${urls.api}/git/commits/${commit.sha}`,
      author: signatureShape(commit.author),
      committer: signatureShape(commit.committer),
      message: commit.message,
      comment_count: 0,
      tree: { sha: commit.tree, url: `${urls.api}/git/trees/${commit.tree}` },
      verification: UNSIGNED,
    },
    author: author ? simpleUser(addresses, author) : null,
    committer: committer ? simpleUser(addresses, committer) : null,
    parents: parentsOf(urls, commit, 'commits'),
  } satisfies components['schemas']['commit']
}

const signatureShape = ({ name, email, at }: Signature) => ({
  name,
  email,
  date: githubTime(at * 1000),
})

const parentsOf = (urls: RepositoryUrls, { parents }: NamedCommit, below: string) =>
  parents.map((sha) => ({
    sha,
    url: `${urls.api}/${below}/${sha}`,
    html_url: `${urls.web}/commit/${sha}`,
  }))

const UNSIGNED = {
  verified: false,
  reason: 'unsigned',
  signature: null,
  payload: null,
  verified_at: null,
}
