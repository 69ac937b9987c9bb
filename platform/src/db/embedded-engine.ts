import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type EngineFiles, type EngineThread, startThread } from './embedded-thread.ts'

export type Engine = {
  /** Sends and receives messages of PostgreSQL's protocol; null: no time limit. */
  exchange(bytes: Uint8Array, limitMs: number | null): Promise<Uint8Array>
  /** Restarts a broken engine. The data is safe: it is recovered from the same folder. */
  restart(): void
  dump(): Promise<Uint8Array>
  /** What PostgreSQL's pg_dump writes. Nobody else may use the engine at the same time or afterwards. */
  pgDump(options: readonly string[]): Promise<Uint8Array>
  close(): Promise<void>
}

/** Of the PostgreSQL inside our PGlite, which opens folders of this major version only. */
export const ENGINE_MAJOR = '18'

/** The major version of PostgreSQL that wrote a folder; null if it is not a complete one. */
export function majorOf(folder: string): string | null {
  try {
    return readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()
  } catch {
    return null
  }
}

/** After a failed start, calls fail immediately for this long; then the start is retried. */
const START_PAUSE_MS = 1_000

/**
 * Runs PGlite in a worker thread: long queries do not block the event loop, and endless ones can be stopped.
 */
export async function startEngine(files: EngineFiles): Promise<Engine> {
  const { folder } = files
  let running: Promise<EngineThread> | null = null
  let last: Promise<unknown> = Promise.resolve()
  let isClosed = false

  const start = (begin: () => Promise<EngineThread>) => {
    const starting = begin().catch((error: unknown) => {
      throw outOfSpace(folder) ?? error
    })
    running = starting
    starting.catch(() => {
      setTimeout(() => {
        if (running === starting) running = null
      }, START_PAUSE_MS).unref()
    })
    return starting
  }
  const current = () => running ?? start(() => startThread({ ...files, image: null }))
  const restart = () => {
    if (isClosed) return
    const stopping = current().then((thread) => thread.stop())
    void start(() => stopping.then(() => startThread({ ...files, image: null })))
  }

  /** One task at a time, so that a time limit starts when the engine is idle. */
  const inTurn = (work: (thread: EngineThread) => Promise<Uint8Array>) => {
    const answer = last.then(async () => work(await current()))
    last = answer.catch(() => {})
    return answer
  }

  await start(() => startThread(files))
  return {
    exchange: (bytes, limitMs) =>
      inTurn((thread) => thread.ask('protocol', bytes, { limitMs, onBroken: restart })),
    restart,
    dump: () => inTurn((thread) => thread.ask('dump', new Uint8Array())),
    pgDump: (options) =>
      inTurn((thread) => thread.ask('pgDump', Buffer.from(JSON.stringify(options)))),
    close: async () => {
      isClosed = true
      await inTurn(async (thread) => {
        await thread.ask('close', new Uint8Array())
        await thread.stop()
        return new Uint8Array()
      })
    },
  }
}

/** About as much as recovery writes to the write-ahead log. */
const PROBE_BYTES = 256 * 1024

/** PGlite does not report why a start failed, so a file beside its folder tests for a full disk. */
function outOfSpace(folder: string): Error | null {
  const probe = join(dirname(folder), 'disk-probe')

  try {
    writeFileSync(probe, Buffer.alloc(PROBE_BYTES))
    return null
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const isFull = ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(code)
    // PostgreSQL's own code, so that callers handle one kind of failure.
    return isFull
      ? Object.assign(new Error('No space left on device', { cause: error }), { code: '53100' })
      : null
  } finally {
    rmSync(probe, { force: true })
  }
}
