import { Worker } from 'node:worker_threads'
import { wasStalled } from './stalled.ts'

type Task = 'protocol' | 'dump' | 'pgDump' | 'close'
type Reply = { id: number; answer?: Uint8Array; failure?: string }
type Limits = {
  limitMs: number | null
  /** Called after a timeout or an internal error, when the thread must be replaced. */
  onBroken: () => void
}
type Waiting = {
  resolve: (bytes: Uint8Array) => void
  reject: (error: Error) => void
  onBroken: () => void
  watchdog: NodeJS.Timeout | undefined
}

export type EngineThread = {
  ask(task: Task, bytes: Uint8Array, limits?: Limits): Promise<Uint8Array>
  stop(): Promise<void>
}

/** What an engine is started with. */
export type EngineFiles = {
  folder: string
  /** A migrated database to begin with. */
  image: string | null
  /** Names of bundled extensions. */
  extensions: readonly string[]
  /** The address of another PGlite's module, for a folder of another major version. */
  engine?: string | undefined
}

const STACK_MB = 64
/** Includes recovery after a crash. */
const START_LIMIT_MS = 60_000

let loaded: Worker | null = null
/** PGlite's compiled code, which later threads reuse: compiling takes half of their start. */
let compiled: unknown

/** Loads PGlite ahead of the next thread's start, while the program loads other things. */
export function loadEngine(): void {
  loaded ??= newWorker()
}

/** A worker thread with PGlite, which handles one task at a time. */
export async function startThread({
  folder,
  image,
  extensions,
  engine,
}: EngineFiles): Promise<EngineThread> {
  const worker = engine ? newWorker(engine) : (loaded ?? newWorker())
  if (!engine) loaded = null
  const waiting = new Map<number, Waiting>()
  let lastId = 0

  const take = (id: number): Waiting | undefined => {
    const one = waiting.get(id)
    waiting.delete(id)
    clearTimeout(one?.watchdog)
    return one
  }
  const fail = (id: number, error: Error) => {
    const one = take(id)
    one?.reject(error)
    one?.onBroken()
  }
  const failAll = (error: Error) => {
    for (const id of [...waiting.keys()]) fail(id, error)
  }
  const expect = (id: number, tooLate: () => Error, { limitMs, onBroken }: Limits = NO_LIMITS) =>
    new Promise<Uint8Array>((resolve, reject) => {
      const one: Waiting = { resolve, reject, onBroken, watchdog: undefined }
      const watch = (limit: number) => {
        const began = performance.now()
        const end = () => (wasStalled(began, limit) ? watch(limit) : fail(id, tooLate()))
        one.watchdog = setTimeout(end, limit)
      }
      waiting.set(id, one)
      if (limitMs !== null) watch(limitMs)
    })
  worker.on('message', (message: Reply | { compiled: unknown }) => {
    if ('compiled' in message) {
      compiled = message.compiled
      return
    }
    const { id, answer, failure } = message
    if (answer) take(id)?.resolve(answer)
    else fail(id, new Error(`Connection terminated: ${failure}`))
  })
  worker.on('error', (error) => failAll(error instanceof Error ? error : new Error(String(error))))
  worker.on('exit', () => failAll(stopped()))

  const stop = async () => void (await worker.terminate())
  const opened = expect(0, stopped, { limitMs: START_LIMIT_MS, onBroken: () => void stop() })
  worker.postMessage({ id: 0, task: 'open', folder, image, extensions })
  await opened
  return {
    ask: (task, bytes, limits) => {
      const id = ++lastId
      const answer = expect(id, statementTimeout, limits)
      worker.postMessage({ id, task, bytes })
      return answer
    },
    stop,
  }
}

const newWorker = (engine: string | null = null) =>
  new Worker(new URL('./pglite-worker.js', import.meta.url), {
    workerData: { engine, compiled: engine ? null : compiled },
    resourceLimits: { stackSizeMb: STACK_MB },
  })

const NO_LIMITS: Limits = { limitMs: null, onBroken: () => {} }

const stopped = () => new Error('Connection terminated: the embedded database stopped')

/** PostgreSQL's own error for `statement_timeout`. */
const statementTimeout = () =>
  Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })
