import type { Comparison } from '#compare/comparison.ts'
import { isNoAnswer, SyncError } from '#errors/sync-error.ts'
import { type Contents, requireContent } from '#files/contents.ts'
import { type Head, readHead } from '#github/read-head.ts'
import { repositoryPath, segments, type Target } from '#github/target.ts'
import { type Answer, textAt } from '#host/answer.ts'
import type { Host } from '#host/host.ts'
import type { Operation } from '#host/operation.ts'
import { refusalOf } from '#host/refusal.ts'
import type { Bytes } from '#objects/bytes.ts'
import { editTree } from '#objects/edit-tree.ts'
import { EMPTY_LISTING, type Entry } from '#objects/listing.ts'
import { base64Json } from './base64-json.ts'
import type { JournalWriter } from './journal.ts'

export type Started = {
  commit: string
  /** Null: the new tree replaces everything. */
  baseTree: string | null
  edits: ReadonlyMap<string, Entry | null>
  /** Complete: the project has one file, and it is pushed. */
  isWhole: boolean
}

/** An empty repository refuses all Git data, so its first file is a separate commit by the contents API. */
export async function startEmpty(
  host: Host,
  operation: Operation,
  { target, start }: Comparison,
  edits: ReadonlyMap<string, Entry | null>,
  { contents, message, journal }: { contents: Contents; message: string; journal: JournalWriter },
): Promise<Started> {
  const { kind, commit, tree, defaultBranch } = start
  if (kind !== 'empty') {
    if (commit === null) throw new SyncError('github_unavailable')
    return { commit, baseTree: kind === 'created' ? null : tree, edits, isWhole: false }
  }
  const [path, entry] = firstFile(edits)
  const isOnly = edits.size === 1 && entry.mode === '100644' && target.branch === defaultBranch
  const { firstCommit, step } = journal.current
  const mayBeThere = step === 'starting_empty'
  if (!firstCommit) await journal.write('starting_empty')
  const sent =
    firstCommit ??
    (await putFirst(host, operation, {
      target: { ...target, branch: defaultBranch ?? target.branch },
      path,
      bytes: await requireContent(contents, path, entry.sha),
      message: isOnly ? message : 'Initial commit',
      expected: (
        await editTree(EMPTY_LISTING, new Map([[path, { ...entry, mode: '100644' }]]))
      ).listing.root,
      mayBeThere,
    }))
  const head = { commit: sent.commit, tree: sent.tree }
  if (!firstCommit) await journal.write('started_empty', { firstCommit: head })
  const left = new Map(edits)
  if (entry.mode === '100644' && edits.size > 1) left.delete(path)

  return { commit: head.commit, baseTree: head.tree, edits: left, isWhole: isOnly }
}

const USUAL_FIRST = ['README.md', '.gitignore', 'package.json']

function firstFile(edits: ReadonlyMap<string, Entry | null>): [string, Entry] {
  const files = [...edits].flatMap(([path, entry]): [string, Entry][] =>
    entry ? [[path, entry]] : [],
  )
  const usual = USUAL_FIRST.map((name) => files.find(([path]) => path === name)).find(Boolean)
  const smallest = files.toSorted(([, a], [, b]) => (a.size ?? 0) - (b.size ?? 0))[0]
  const chosen = usual ?? smallest
  if (!chosen) throw new SyncError('project_empty')

  return chosen
}

type First = {
  target: Target
  path: string
  bytes: Bytes
  message: string
  expected: string
  /** It may already have been sent. */
  mayBeThere: boolean
}

const RETRY_MS = [500, 1000, 2000]

/** If the answer is lost, the branch shows whether the file arrived. */
async function putFirst(
  host: Host,
  operation: Operation,
  { target, path, bytes, message, expected, mayBeThere }: First,
): Promise<Pick<Head, 'commit' | 'tree'>> {
  operation.throwIfCancelled()
  const before = mayBeThere ? await readHead(host, operation, target) : null
  if (before?.tree === expected) return before
  for (const delay of [...RETRY_MS, null]) {
    const answer = await sendFirst(host, operation, target, path, { message, bytes })
    if (answer?.status === 201) {
      const { body } = answer
      const head = {
        commit: textAt(body, 'commit', 'sha'),
        tree: textAt(body, 'commit', 'tree', 'sha'),
      }
      if (head.tree !== expected) throw new SyncError('tree_mismatch')
      return head
    }
    const head = await readHead(host, operation, target)
    if (head?.tree === expected) return head
    if (head) throw new SyncError('branch_moved', { branch: target.branch })
    if (answer) throw refusalOf(answer, { ...target, path }, true)
    if (delay !== null) await host.wait(delay, operation.signal)
  }
  throw new SyncError('github_unavailable')
}

async function sendFirst(
  host: Host,
  operation: Operation,
  target: Target,
  path: string,
  { message, bytes }: Pick<First, 'message' | 'bytes'>,
): Promise<Answer | null> {
  try {
    return await host.call(operation, {
      method: 'PUT',
      path: `${repositoryPath(target)}/contents/${segments(path)}`,
      largeJson: base64Json({ message }, bytes),
      isFinal: true,
    })
  } catch (error) {
    if (isNoAnswer(error)) return null
    throw error
  }
}
