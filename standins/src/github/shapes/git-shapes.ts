import type { components } from '@octokit/openapi-types'
import { typeOfMode } from '#formats/tree.ts'
import type { PathEntry } from '#github/git/files.ts'
import type { Git } from '#github/git/git.ts'
import type { Ref } from '#github/git/refs.ts'
import type { RepositoryUrls } from './addresses.ts'
import { nodeId } from './repository-shapes.ts'

const LINE_LENGTH = 60

/** Base64 as GitHub sends it, broken into lines. */
export const wrappedBase64 = (content: Buffer): string =>
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
