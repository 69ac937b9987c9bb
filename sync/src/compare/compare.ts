import { SyncError } from '#errors/sync-error.ts'
import { type Contents, type NamedProject, requireContent } from '#files/contents.ts'
import type { FileSet } from '#files/gather-files.ts'
import { readTree } from '#github/read-tree.ts'
import { type Repository, refuseNames, type Target } from '#github/target.ts'
import type { Host } from '#host/host.ts'
import { type Operation, openOperation, type Watching } from '#host/operation.ts'
import { encodeUtf8, toHex } from '#objects/bytes.ts'
import {
  EMPTY_LISTING,
  type Listing,
  listingOf,
  type PlainListing,
  plainListing,
} from '#objects/listing.ts'
import { openRoom } from '#objects/room.ts'
import { openSearch, type Search } from '#secrets/find-secrets.ts'
import type { CompareOptions, Comparison } from './comparison.ts'
import { confirmationsOf, warningsOf } from './confirmations.ts'
import { costOf, type Weight, weightOf } from './cost.ts'
import { type Found, findStart } from './find-start.ts'
import { foldersByCase } from './folder-case.ts'
import { keepLfsPointers } from './lfs-pointers.ts'
import { type LocalFiles, nameFiles, readLocalFiles } from './local-files.ts'
import { type Ancestor, type Change, type Merged, mergePaths, mineOf } from './merge-paths.ts'
import { spelledAncestor } from './spelling.ts'
import { mayChangeWorkflows } from './workflow-permission.ts'
import { openYield, type YieldOften } from './yield-often.ts'

/** Computes what a push of these files would do to the branch. It changes nothing. */
export async function compare(
  host: Host,
  target: Target,
  set: FileSet | NamedProject,
  { signal, onProgress, ...options }: CompareOptions & Watching,
): Promise<Comparison> {
  const operation = openOperation({ ...(signal && { signal }), ...(onProgress && { onProgress }) })
  refuseNames(target)
  if (set.files.length === 0) throw new SyncError('project_empty')
  const paths = set.files.map(({ path }) => path)
  const readProject = () => nameFiles(operation, set)

  return compareIn(host, operation, { target, paths, readProject, options })
}

type Inputs = {
  target: Target
  paths: readonly string[]
  /** Called after the branch is read, in the order of the progress events. */
  readProject: () => Promise<NamedProject>
  options: CompareOptions
  /** The branch as reviewed at a first sync; later changes there are conflicts. */
  reviewed?: PlainListing
}

export async function compareIn(
  host: Host,
  operation: Operation,
  { target, paths, readProject, options, reviewed }: Inputs,
): Promise<Comparison> {
  operation.report({ phase: 'reading', done: 0, all: 1, bytes: 0 })
  const found = await findStart(host, operation, target, options)
  const trees = await readTrees(host, operation, found, paths, options)
  operation.report({ phase: 'reading', done: 1, all: 1, bytes: 0 })

  const project = await readProject()
  const { contents } = project
  const yieldOften = openYield(host, operation)
  const local = await readLocalFiles(project, trees.remote, yieldOften)
  const ancestor = trees.ancestor ?? (reviewed ? reviewedAncestor(reviewed, trees, local) : null)
  const sides = { remote: trees.remote, ancestor, isLeftOut: local.isLeftOut }
  await yieldOften()
  const merged = mergePaths({ ...sides, local: local.entries })
  await keepLfsPointers(host, operation, found.repository, { merged, contents, ...trees })
  await yieldOften()
  const env = mergePaths({ ...sides, local: local.envEntries, isLeftOut: () => true })
  const envChanges = mineOf(env).filter(({ after }) => after)
  await yieldOften()
  const { sent, search } = await readSent(operation, merged, contents, {
    accepted: options.accepted ?? [],
    yieldOften,
  })
  const mayChange = await mayChangeWorkflows(host, operation, found.repository, merged.changes)

  const proposed = {
    target: { ...found.repository, branch: target.branch },
    movedFrom: isMoved(target, found.repository)
      ? { owner: target.owner, name: target.name }
      : null,
    ...(await summary({
      reads: operation.requests,
      found,
      trees,
      merged,
      local,
      sent,
      envChanges,
      search,
      mayChangeWorkflows: mayChange,
      isByPack: host.can.packs,
      yieldOften,
    })),
    isProtected: found.isProtected,
    start: found.start,
  }
  await yieldOften()
  return {
    digest: await digestOf(proposed),
    ...proposed,
    options,
    inputs: {
      files: local.files,
      leftOut: project.leftOut,
      remote: plainListing(trees.remote),
      ancestor: plainAncestor(trees),
      ...(reviewed && { reviewed }),
    },
  }
}

/** Files that only the branch had were not in the project, so their absence is no deletion. */
function reviewedAncestor(reviewed: PlainListing, { remote }: Trees, local: LocalFiles): Ancestor {
  const listing = listingOf(reviewed)
  const here = new Set(local.files.map(([path]) => path))
  const { listing: spelled } = spelledAncestor({ listing, differs: new Map() }, remote)
  const onlyThere = [...spelled.entries.keys()].filter((path) => !here.has(path))

  return { listing: spelled, differs: new Map(onlyThere.map((path) => [path, null])) }
}

const digestOf = async ({ cost: _, ...proposed }: Pick<Comparison, 'cost'>): Promise<string> =>
  toHex(new Uint8Array(await crypto.subtle.digest('SHA-1', encodeUtf8(JSON.stringify(proposed)))))

function plainAncestor({ remote, ancestor }: Trees): Comparison['inputs']['ancestor'] {
  if (!ancestor) return null
  return ancestor.listing === remote ? 'remote' : plainListing(ancestor.listing)
}

type Trees = { remote: Listing; ancestor: Ancestor | null }

async function readTrees(
  host: Host,
  operation: Operation,
  { start, repository }: Found,
  paths: readonly string[],
  { base }: CompareOptions,
): Promise<Trees> {
  if (start.tree === null || start.kind === 'created') {
    return { remote: EMPTY_LISTING, ancestor: null }
  }
  const wanted = {
    paths: [...paths, ...Object.keys(base?.differs ?? {})],
    // Without a last sync nothing is deleted, so folders missing in the project need not be read.
    isWhole: base !== null,
  }
  const remote = await readTree(host, operation, repository, start.tree, wanted)
  if (!remote) throw new SyncError('github_unavailable')
  if (!base) return { remote, ancestor: null }

  const listing =
    base.commit === start.commit
      ? remote
      : await readTree(host, operation, repository, base.commit, wanted)
  const differs = new Map(Object.entries(base.differs))
  return { remote, ancestor: listing && spelledAncestor({ listing, differs }, remote) }
}

const isMoved = (requested: Repository, found: Repository): boolean =>
  `${requested.owner}/${requested.name}`.toLowerCase() !==
  `${found.owner}/${found.name}`.toLowerCase()

/** What a push may send, by SHA. */
type Sent = ReadonlyMap<string, Weight>

/** Weighs and searches one file after the other, so that only one has to be in memory. */
async function readSent(
  operation: Operation,
  merged: Merged,
  contents: Contents,
  { accepted, yieldOften }: { accepted: readonly string[]; yieldOften: YieldOften },
): Promise<{ sent: Sent; search: Search }> {
  const sent = new Map<string, Weight>()
  const search = openSearch({ accepted })
  const room = openRoom()
  let searched = 0
  for (const { path, after, kind } of mineOf(merged)) {
    if (!after || (kind === 'mode' && sent.has(after.sha))) continue
    const bytes = await requireContent(contents, path, after.sha, room)
    sent.set(after.sha, weightOf(bytes))
    await yieldOften()
    if (kind === 'mode') continue
    searched += 1
    for (const _ of search.add({ path, bytes })) await yieldOften()
  }
  operation.throwIfCancelled()
  operation.report({ phase: 'scanning', done: searched, all: searched, bytes: 0 })

  return { sent, search: search.found() }
}

type Parts = {
  reads: number
  found: Found
  trees: Trees
  merged: Merged
  local: LocalFiles
  sent: Sent
  envChanges: Change[]
  search: Search
  mayChangeWorkflows: boolean
  isByPack: boolean
  yieldOften: YieldOften
}

async function summary({
  reads,
  found,
  trees,
  merged,
  local,
  sent,
  envChanges,
  search,
  ...parts
}: Parts) {
  const { changes, kept, conflicts, same } = merged
  const way = parts.isByPack ? 'pack' : found.start.kind
  const cost = await costOf(reads, changes, trees.remote, sent, way, parts.yieldOften)
  const envAsked = envChanges.filter(({ path }) => local.envToAsk.includes(path))
  const folderPairs = foldersByCase(changes, trees.remote, local.entries.keys())
  const needs = confirmationsOf({
    isFirstSync: trees.ancestor === null,
    isPublic: found.isPublic,
    mayChangeWorkflows: parts.mayChangeWorkflows,
    changes,
    remoteFiles: trees.remote.entries.size,
    conflicts: conflicts.length,
    findings: search.findings.length,
    envFiles: envAsked.length,
    cost,
    isProtected: found.isProtected,
    folderPairs: folderPairs.length,
  })
  const unread = [...(trees.remote.unread ?? []), ...(trees.ancestor?.listing.unread ?? [])]
  const warnings = warningsOf(changes, local.entries.keys(), unread)

  return {
    changes,
    kept,
    conflicts,
    ...search,
    leftOut: local.leftOut,
    envChanges,
    envToAsk: local.envToAsk,
    warnings,
    needs,
    same,
    cost,
    remoteFiles: trees.remote.entries.size,
    folderPairs,
  }
}
