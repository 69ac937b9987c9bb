import type { components } from '@octokit/openapi-types'
import type { PathEntry } from '#github/git/files.ts'
import type { RepositoryUrls } from './addresses.ts'
import { wrappedBase64 } from './git-shapes.ts'

/** Larger files come without content and must be fetched as blobs. */
const MAX_INLINE_BYTES = 1024 * 1024

type Found = { entry: PathEntry; content: Buffer; ref: string }

/** A single file with its content. */
export const fileShape = (urls: RepositoryUrls, { entry, content, ref }: Found) =>
  ({
    ...entryShape(urls, entry, content.length, ref),
    type: 'file',
    ...(content.length <= MAX_INLINE_BYTES
      ? { content: wrappedBase64(content), encoding: 'base64' }
      : { content: '', encoding: 'none' }),
  }) satisfies components['schemas']['content-file']

/** A file or folder in a list. */
export function entryShape(urls: RepositoryUrls, entry: PathEntry, size: number, ref: string) {
  const { path, name, sha, mode } = entry
  const isFolder = mode === '040000'
  const self = `${urls.api}/contents/${path}?ref=${ref}`
  const git = `${urls.api}/git/${isFolder ? 'trees' : 'blobs'}/${sha}`
  const html = `${urls.web}/${isFolder ? 'tree' : 'blob'}/${ref}/${path}`

  return {
    type: isFolder ? ('dir' as const) : ('file' as const),
    size,
    name,
    path,
    sha,
    url: self,
    git_url: git,
    html_url: html,
    download_url: isFolder ? null : `${urls.web}/raw/${ref}/${path}`,
    _links: { git, self, html },
  }
}
