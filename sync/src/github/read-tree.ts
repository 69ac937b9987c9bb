import { SyncError } from '#errors/sync-error.ts'
import { listAt, textAt, valueAt } from '#host/answer.ts'
import type { Host } from '#host/host.ts'
import type { Operation } from '#host/operation.ts'
import { refusalOf } from '#host/refusal.ts'
import { canonicalMode, type Entry, foldersAbove, type Listing } from '#objects/listing.ts'
import { type Repository, repositoryPath } from './target.ts'

type Page = {
  root: string
  entries: Map<string, Entry>
  folders: Map<string, string>
  isWhole: boolean
}

const KEPT_LISTINGS = 8
const MOST_FOLDERS = 200

type Wanted = {
  paths: Iterable<string>
  /** For comparisons that detect deletions: folders missing in the project must be read too. */
  isWhole?: boolean
}

/**
 * The tree of this SHA or commit; null if GitHub does not have it. If one answer cannot hold it, reads the parent folders
 * of wanted paths, or all up to a limit.
 */
export async function readTree(
  host: Host,
  operation: Operation,
  repository: Repository,
  name: string,
  wanted: Wanted,
): Promise<Listing | null> {
  const known = host.listings.get(name)
  if (known) return known
  const page = await readPage(host, operation, repository, name, true)
  if (!page) return null
  if (!page.isWhole) return readFolders(host, operation, repository, page.root, wanted)
  keepListing(host, page)
  if (name !== page.root) keepListing(host, page, name)

  return page
}

/** The complete tree, or none. */
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

/** Limited, because a large tree takes megabytes. */
export function keepListing(host: Host, listing: Listing, name = listing.root): void {
  if (name === null || listing.isPartial) return
  host.listings.delete(name)
  host.listings.set(name, listing)
  const oldest = host.listings.keys().next().value
  if (host.listings.size > KEPT_LISTINGS && oldest !== undefined) host.listings.delete(oldest)
}

/** Reads the parent folders of the wanted paths individually. Reads all others, if required, each with everything below it. */
async function readFolders(
  host: Host,
  operation: Operation,
  repository: Repository,
  root: string,
  { paths, isWhole = false }: Wanted,
): Promise<Listing> {
  // Includes the path itself, because the branch may have a folder where the project has a file.
  const needed = new Set([...paths].flatMap((path) => [path, ...foldersAbove(path)]))
  const entries = new Map<string, Entry>()
  const folders = new Map<string, string>()
  const unread: string[] = []
  let left = isWhole ? MOST_FOLDERS : 0
  const keep = (page: Page, prefix: string) => {
    for (const [path, entry] of page.entries) entries.set(prefix + path, entry)
    for (const [path, folder] of page.folders) folders.set(prefix + path, folder)
  }
  const readLevel = async (sha: string, prefix: string): Promise<void> => {
    const page = await requirePage(host, operation, repository, sha, false)
    keep(page, prefix)
    await Promise.all([...page.folders].map(([path, folder]) => read(folder, prefix + path)))
  }
  const read = async (sha: string, folder: string): Promise<void> => {
    if (left > 0) {
      left -= 1
      const page = await requirePage(host, operation, repository, sha, true)
      if (page.isWhole) return keep(page, `${folder}/`)
    } else if (!needed.has(folder)) {
      unread.push(folder)
      return
    }
    await readLevel(sha, `${folder}/`)
  }
  await readLevel(root, '')

  const isPartial = unread.length > 0
  return { root, entries, folders, isPartial, unread: isWhole ? unread.sort() : [] }
}

async function requirePage(...call: Parameters<typeof readPage>): Promise<Page> {
  const page = await readPage(...call)
  if (!page) throw new SyncError('github_unavailable')
  return page
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
    const stored = textAt(line, 'mode')
    const mode = canonicalMode(stored)
    const size = valueAt(line, 'size')
    if (valueAt(line, 'type') === 'tree') folders.set(place, sha)
    else {
      entries.set(place, {
        mode,
        sha,
        ...(typeof size === 'number' && { size }),
        ...(mode !== stored && { storedMode: stored }),
      })
    }
  }
  const isWhole = valueAt(answer.body, 'truncated') !== true
  return { root: textAt(answer.body, 'sha'), entries, folders, isWhole }
}
