import { SyncError } from '#errors/sync-error.ts'
import type { FileSet } from '#files/gather-files.ts'
import { readTree } from '#github/read-tree.ts'
import { type Repository, refuseNames, type Target } from '#github/target.ts'
import type { Host } from '#host/host.ts'
import { type Operation, openOperation, type Watching } from '#host/operation.ts'
import { type Bytes, textOf } from '#objects/bytes.ts'
import { EMPTY_LISTING, type Listing } from '#objects/listing.ts'
import { type Search, searchFiles } from '#secrets/find-secrets.ts'
import type { CompareOptions, Comparison, Cost, Start } from './comparison.ts'
import { type Found, findStart } from './find-start.ts'
import { keepLfsPointers } from './lfs-pointers.ts'
import { type LocalFiles, readLocalFiles } from './local-files.ts'
import { type Ancestor, type Change, type Merged, mergePaths } from './merge-paths.ts'
import { needsOf, warningsOf } from './needs.ts'
import { mayChangeWorkflows } from './workflow-permission.ts'

/** What a push of these files would do to the branch. Changes nothing. */
export const compare = (
  host: Host,
  target: Target,
  set: FileSet,
  { signal, onProgress, ...options }: CompareOptions & Watching,
): Promise<Comparison> =>
  compareIn(host, openOperation({ ...(signal && { signal }), ...(onProgress && { onProgress }) }), {
    target,
    set,
    options,
  })

type Inputs = { target: Target; set: FileSet; options: CompareOptions }

export async function compareIn(
  host: Host,
  operation: Operation,
  { target, set, options }: Inputs,
): Promise<Comparison> {
  refuseNames(target)
  if (set.files.length === 0) throw new SyncError('project_empty')
  operation.report({ phase: 'reading', done: 0, all: 1, bytes: 0 })
  const found = await findStart(host, operation, target, options)
  const trees = await readTrees(host, operation, found, set, options)
  operation.report({ phase: 'reading', done: 1, all: 1, bytes: 0 })

  const local = await readLocalFiles(operation, set, trees.remote)
  const sides = { ...trees, isLeftOut: local.isLeftOut }
  const merged = mergePaths({ ...sides, local: local.entries })
  await keepLfsPointers(host, operation, found.repository, { merged, local, ...trees })
  const env = mergePaths({ ...sides, local: local.envEntries, isLeftOut: () => true })
  const envChanges = [...env.changes, ...env.conflicts.map(({ mine }) => mine)].filter(
    ({ after }) => after,
  )
  const search = await scan(host, operation, merged, local, options.accepted)
  const mayChange = await mayChangeWorkflows(host, operation, found.repository, merged.changes)

  return {
    target: { ...found.repository, branch: target.branch },
    movedFrom: isMoved(target, found.repository)
      ? { owner: target.owner, name: target.name }
      : null,
    ...summary({
      reads: operation.requests,
      found,
      trees,
      merged,
      local,
      envChanges,
      search,
      mayChangeWorkflows: mayChange,
    }),
    isProtected: found.isProtected,
    inputs: { set, options, start: found.start, local, ...trees },
  }
}

type Trees = { remote: Listing; ancestor: Ancestor | null }

async function readTrees(
  host: Host,
  operation: Operation,
  { start, repository }: Found,
  set: FileSet,
  { base }: CompareOptions,
): Promise<Trees> {
  if (start.tree === null || start.kind === 'created') {
    return { remote: EMPTY_LISTING, ancestor: null }
  }
  const wanted = [...set.files.map(({ path }) => path), ...Object.keys(base?.differs ?? {})]
  const remote = await readTree(host, operation, repository, start.tree, wanted)
  if (!remote) throw new SyncError('github_unavailable')
  if (!base) return { remote, ancestor: null }

  const listing =
    base.commit === start.commit
      ? remote
      : await readTree(host, operation, repository, base.commit, wanted)
  const differs = new Map(Object.entries(base.differs))
  return { remote, ancestor: listing && { listing, differs } }
}

const isMoved = (asked: Repository, found: Repository): boolean =>
  `${asked.owner}/${asked.name}`.toLowerCase() !== `${found.owner}/${found.name}`.toLowerCase()

/** A page stays responsive if the search yields from time to time. */
const MOST_MS_AT_ONCE = 40

async function scan(
  host: Host,
  operation: Operation,
  { changes, conflicts }: Merged,
  local: LocalFiles,
  accepted: readonly string[] = [],
): Promise<Search> {
  const sent = [...changes, ...conflicts.map(({ mine }) => mine)].flatMap(
    ({ path, after, kind }) => {
      const bytes = after && kind !== 'mode' ? local.contents.get(after.sha) : undefined
      return bytes ? [{ path, bytes }] : []
    },
  )
  const search = searchFiles(sent, { accepted })
  let since = host.now()
  let step = search.next()
  while (!step.done) {
    if (host.now() - since >= MOST_MS_AT_ONCE) {
      await host.wait(0, operation.signal)
      operation.throwIfCancelled()
      since = host.now()
    }
    step = search.next()
  }
  operation.throwIfCancelled()
  operation.report({ phase: 'scanning', done: sent.length, all: sent.length, bytes: 0 })

  return step.value
}

type Parts = {
  reads: number
  found: Found
  trees: Trees
  merged: Merged
  local: LocalFiles
  envChanges: Change[]
  search: Search
  mayChangeWorkflows: boolean
}

function summary({ reads, found, trees, merged, local, envChanges, search, ...parts }: Parts) {
  const { changes, kept, conflicts, same } = merged
  const cost = costOf(reads, changes, trees.remote, local, found.start)
  const asked = envChanges.filter(({ path }) => local.envToAsk.includes(path))
  const needs = needsOf({
    isFirstSync: trees.ancestor === null,
    isPublic: found.isPublic,
    mayChangeWorkflows: parts.mayChangeWorkflows,
    changes,
    remoteFiles: trees.remote.entries.size,
    conflicts: conflicts.length,
    findings: search.findings.length,
    envFiles: asked.length,
    cost,
  })
  const warnings = warningsOf(changes, local.entries.keys())

  return {
    changes,
    kept,
    conflicts,
    ...search,
    leftOut: local.leftOut,
    envChanges,
    warnings,
    needs,
    same,
    cost,
  }
}

const ENTRIES_IN_A_CALL = 100
const INLINE_BYTES = 256 * 1024

/** Whether GitHub takes the file as text within a tree. */
export const isInline = (bytes: Bytes): boolean =>
  bytes.length <= INLINE_BYTES && textOf(bytes) !== null

function costOf(
  reads: number,
  changes: readonly Change[],
  remote: Listing,
  local: LocalFiles,
  start: Start,
): Cost {
  const there = new Set([...remote.entries.values()].map(({ sha }) => sha))
  const sent = new Set(
    changes.flatMap(({ after }) => (after && !there.has(after.sha) ? [after.sha] : [])),
  )
  const contents = [...sent].flatMap((sha) => local.contents.get(sha) ?? [])
  const blobs = contents.filter((bytes) => !isInline(bytes)).length
  const portions = Math.ceil(changes.length / ENTRIES_IN_A_CALL)
  const writes = blobs + portions + 2 + (start.kind === 'empty' ? 1 : 0)

  return {
    requests: reads + writes,
    writes,
    blobs,
    bytes: contents.reduce((sum, bytes) => sum + bytes.length, 0),
  }
}
