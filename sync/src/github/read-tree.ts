import { SyncError } from '#errors/sync-error.ts'
import { listAt, textAt, valueAt } from '#host/answer.ts'
import type { Host } from '#host/host.ts'
import type { Operation } from '#host/operation.ts'
import { refusalOf } from '#host/refusal.ts'
import { type BranchMode, type Entry, foldersAbove, type Listing } from '#objects/listing.ts'
import { type Repository, repositoryPath } from './target.ts'

type Page = {
  root: string
  entries: Map<string, Entry>
  folders: Map<string, string>
  isWhole: boolean
}

const KEPT_LISTINGS = 8

/**
 * The tree of that name, or of that commit; null if GitHub does not have it. Where it is too large for one answer, only
 * the folders above the wanted paths are read.
 */
export async function readTree(
  host: Host,
  operation: Operation,
  repository: Repository,
  name: string,
  wanted: Iterable<string>,
): Promise<Listing | null> {
  const known = host.listings.get(name)
  if (known) return known
  const page = await readPage(host, operation, repository, name, true)
  if (!page) return null
  if (!page.isWhole) return readLevels(host, operation, repository, page.root, wanted)
  keepListing(host, page)
  if (name !== page.root) keepListing(host, page, name)

  return page
}

/** The whole tree, or none. */
export async function readWholeTree(
  host: Host,
  operation: Operation,
  repository: Repository,
  name: string,
): Promise<Listing> {
  const known = host.listings.get(name)
  if (known) return known
  const page = await readPage(host, operation, repository, name, true)
  if (!page) throw new SyncError('github_unavailable')
  if (!page.isWhole) throw tooLarge(repository)
  keepListing(host, page)
  return page
}

export const tooLarge = ({ owner, name }: Repository) =>
  new SyncError('repository_too_large', { repo: `${owner}/${name}` })

/** Only so many: a large tree takes megabytes. */
export function keepListing(host: Host, listing: Listing, name = listing.root): void {
  if (name === null || listing.isPartial) return
  host.listings.delete(name)
  host.listings.set(name, listing)
  const oldest = host.listings.keys().next().value
  if (host.listings.size > KEPT_LISTINGS && oldest !== undefined) host.listings.delete(oldest)
}

async function readLevels(
  host: Host,
  operation: Operation,
  repository: Repository,
  root: string,
  wanted: Iterable<string>,
): Promise<Listing> {
  const paths = [...wanted]
  // A path itself too: where the project has a file the branch may have a folder.
  const needed = new Set(paths.flatMap((path) => [path, ...foldersAbove(path)]))
  const entries = new Map<string, Entry>()
  const folders = new Map<string, string>()
  const read = async (sha: string, prefix: string): Promise<void> => {
    const page = await readPage(host, operation, repository, sha, false)
    if (!page) throw new SyncError('github_unavailable')
    for (const [path, entry] of page.entries) entries.set(prefix + path, entry)
    for (const [path, folder] of page.folders) folders.set(prefix + path, folder)
    const inner = [...page.folders].filter(([path]) => needed.has(prefix + path))
    await Promise.all(inner.map(([path, folder]) => read(folder, `${prefix}${path}/`)))
  }
  await read(root, '')

  return { root, entries, folders, isPartial: true }
}

async function readPage(
  host: Host,
  operation: Operation,
  repository: Repository,
  name: string,
  isRecursive: boolean,
): Promise<Page | null> {
  const path = `${repositoryPath(repository)}/git/trees/${name}${isRecursive ? '?recursive=1' : ''}`
  const answer = await host.call(operation, { method: 'GET', path })
  if ([404, 409, 422].includes(answer.status)) return null
  if (answer.status !== 200) throw refusalOf(answer, repository, false)

  const entries = new Map<string, Entry>()
  const folders = new Map<string, string>()
  for (const line of listAt(answer.body, 'tree')) {
    const place = textAt(line, 'path')
    const sha = textAt(line, 'sha')
    const mode = textAt(line, 'mode')
    const size = valueAt(line, 'size')
    if (mode === '040000') folders.set(place, sha)
    else {
      entries.set(place, {
        // Git itself wrote other permissions long ago; they are kept by name, as everything that is not touched.
        mode: mode as BranchMode,
        sha,
        ...(typeof size === 'number' && { size }),
      })
    }
  }
  const isWhole = valueAt(answer.body, 'truncated') !== true
  return { root: textAt(answer.body, 'sha'), entries, folders, isWhole }
}
