import type { components } from '@octokit/openapi-types'
import type { Signature } from '#formats/object.ts'
import { typeOfMode } from '#formats/tree.ts'
import type { PathEntry } from '#github/git/files.ts'
import type { Git } from '#github/git/git.ts'
import type { NamedCommit } from '#github/git/history.ts'
import type { Ref } from '#github/git/refs.ts'
import type { GithubNeeds } from '#github/memory/memory.ts'
import {
  addressesOf,
  githubTime,
  type OwnedRepository,
  type RepositoryUrls,
  repositoryUrls,
  simpleUser,
} from './account-shapes.ts'
import { nodeId } from './repository-shapes.ts'

const LINE_LENGTH = 60

/** Base64 as GitHub sends it, broken into lines. */
const wrappedBase64 = (content: Buffer): string =>
  content.toString('base64').replace(new RegExp(`.{${LINE_LENGTH}}|.+$`, 'g'), '$&\n')

export const blobShape = (urls: RepositoryUrls, sha: string, content: Buffer) =>
  ({
    sha,
    node_id: nodeId('B_', sha),
    size: content.length,
    url: `${urls.api}/git/blobs/${sha}`,
    content: wrappedBase64(content),
    encoding: 'base64',
  }) satisfies components['schemas']['blob']

type Listed = { sha: string; entries: readonly PathEntry[]; isTruncated: boolean }

export const treeShape = (urls: RepositoryUrls, git: Git, { sha, entries, isTruncated }: Listed) =>
  ({
    sha,
    url: `${urls.api}/git/trees/${sha}`,
    truncated: isTruncated,
    tree: entries.map((entry) => {
      const type = typeOfMode(entry.mode)
      const size = type === 'blob' ? git.blob(entry.sha)?.length : undefined
      return {
        path: entry.path,
        mode: entry.mode,
        type,
        sha: entry.sha,
        ...(size !== undefined && { size }),
        url: `${urls.api}/git/${type}s/${entry.sha}`,
      }
    }),
  }) satisfies components['schemas']['git-tree']

export const refShape = (urls: RepositoryUrls, { name, sha }: Ref) =>
  ({
    ref: name,
    node_id: nodeId('REF_', name),
    url: `${urls.api}/git/${name}`,
    object: { sha, type: 'commit', url: `${urls.api}/git/commits/${sha}` },
  }) satisfies components['schemas']['git-ref']

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

/** A commit in list form, with the accounts of its e-mail addresses; null for an unknown address. */
export function renderCommit(needs: GithubNeeds, repository: OwnedRepository, commit: NamedCommit) {
  const urls = repositoryUrls(needs, repository)
  const url = `${urls.api}/commits/${commit.sha}`
  const accountOf = ({ email }: Signature) => {
    const person = needs.memory.people.byEmail(email)
    return person ? simpleUser(addressesOf(needs), person) : null
  }

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
    author: accountOf(commit.author),
    committer: accountOf(commit.committer),
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

/** A file without its content. */
export function entryShape(urls: RepositoryUrls, entry: PathEntry, size: number, ref: string) {
  const { path, name, sha } = entry
  const self = `${urls.api}/contents/${path}?ref=${ref}`
  const git = `${urls.api}/git/blobs/${sha}`
  const html = `${urls.web}/blob/${ref}/${path}`

  return {
    type: 'file' as const,
    size,
    name,
    path,
    sha,
    url: self,
    git_url: git,
    html_url: html,
    download_url: `${urls.web}/raw/${ref}/${path}`,
    _links: { git, self, html },
  }
}
