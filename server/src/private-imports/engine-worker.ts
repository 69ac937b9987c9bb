import { parentPort, workerData } from 'node:worker_threads'
import { PRIVATE_IMPORT_LIMITS } from '@app/contract/private-imports'
import { copyBranch } from '@app/sync/copy-branch'
import { findSecrets } from '@app/sync/find-secrets'
import type { Progress } from '@app/sync/progress'
import { type BranchFiles, measureBranch, readBranch } from '@app/sync/read-branch'
import { SyncError } from '@app/sync/sync-error'
import { openSyncHost, type SyncSettings } from '#outside/github/sync-host.ts'
import type { EngineTask, FromEngine, ToEngine } from './import-engine.ts'

// What members put into a repository is unpacked, searched and packed here, where it can stop nobody else's requests.

const port = parentPort
if (!port) throw new Error('This program is a worker thread of the server.')

const send = (message: FromEngine) => port.postMessage(message)
const asking: ((token: string | null) => void)[] = []
const host = openSyncHost(workerData as SyncSettings, (refused) => {
  const token = new Promise<string | null>((resolve) => asking.push(resolve))
  send({ kind: 'token', refused: refused ?? null })
  return token
})
/** What was read last, for the copy. */
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

/** Well within the time after which the main thread gives up. */
const SEARCH_MS = 20_000
/** Kept in the row of the copy. One more is the place where the search stopped. */
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
    // A fingerprint answers "not a secret", which nobody is asked here.
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
