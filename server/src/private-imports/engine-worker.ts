import { parentPort, workerData } from 'node:worker_threads'
import { PRIVATE_IMPORT_LIMITS } from '@app/contract/private-imports'
import { copyBranch } from '@app/sync/copy-branch'
import { findSecrets } from '@app/sync/find-secrets'
import type { Progress } from '@app/sync/progress'
import { type BranchFiles, measureBranch, readBranch } from '@app/sync/read-branch'
import { SyncError } from '@app/sync/sync-error'
import { openSyncHost, type SyncSettings } from '#outside/github/sync-host.ts'
import type { EngineTask, FromEngine, ToEngine } from './import-engine.ts'

// Unpacks, searches and packs repositories, where it cannot block requests.

const port = parentPort
if (!port) throw new Error('This program is a worker thread of the server.')

const send = (message: FromEngine) => port.postMessage(message)
const asking: ((token: string | null) => void)[] = []
const host = openSyncHost(workerData as SyncSettings, (refused) => {
  const token = new Promise<string | null>((resolve) => asking.push(resolve))
  send({ kind: 'token', refused: refused ?? null })
  return token
})
/** The files that were last read, for the copy. */
let branch: BranchFiles | null = null

port.on('message', (message: ToEngine) => {
  if (message.kind === 'token') asking.shift()?.(message.token)
  else void run(message)
})

async function run(task: EngineTask): Promise<void> {
  try {
    send({ kind: 'done', result: await perform(task) })
  } catch (error) {
    send(failureOf(error))
  }
}

function perform(task: EngineTask): Promise<unknown> {
  switch (task.kind) {
    case 'measure':
      return measureBranch(host, task.place, { limits: PRIVATE_IMPORT_LIMITS })
    case 'read':
      return read(task)
    case 'copy':
      return copy(task)
  }
}

const onProgress = (progress: Progress) => send({ kind: 'progress', progress })

/** Well below the main thread's time limit. */
const SEARCH_MS = 20_000
/** Stored in the copy's row. One more marks where the search stopped. */
const MOST_FINDINGS = 199

async function read({ target }: Extract<EngineTask, { kind: 'read' }>) {
  branch = await readBranch(host, target, { limits: PRIVATE_IMPORT_LIMITS, onProgress })
  send({ kind: 'searching' })
  const end = performance.now() + SEARCH_MS
  const { findings } = findSecrets(branch.files, {
    findings: MOST_FINDINGS,
    isOver: () => performance.now() > end,
  })

  return {
    commit: branch.commit,
    tree: branch.listing.root,
    files: branch.files.length,
    // Fingerprints are for "not a secret", which an import does not offer.
    findings: findings.map(({ fingerprint: _, ...finding }) => finding),
  }
}

async function copy({ target, created, message }: Extract<EngineTask, { kind: 'copy' }>) {
  if (!branch) throw new Error('Nothing was read')
  await copyBranch(host, branch, target, { created, message, onProgress })
}

const failureOf = (error: unknown): FromEngine =>
  error instanceof SyncError
    ? { kind: 'refused', code: error.code, facts: error.facts, retryAt: error.retryAt ?? null }
    : { kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : '' }
