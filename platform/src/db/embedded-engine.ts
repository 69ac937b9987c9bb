import { rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type EngineThread, startThread } from './embedded-thread.ts'

export type Engine = {
  /** PostgreSQL protocol in, protocol out; without a limit it may take as long as it likes. */
  speak(bytes: Uint8Array, limitMs: number | null): Promise<Uint8Array>
  /** For an engine that can no longer be trusted. The data survive: they are recovered from the same folder. */
  restart(): void
  dump(): Promise<Uint8Array>
  close(): Promise<void>
}

type Options = { folder: string; image: string | null }

/** After a start that failed, everybody is told so at once for this long; then it is tried again. */
const START_PAUSE_MS = 1_000

/**
 * PGlite in a worker thread. There a long query blocks nobody else's event loop, deep recursion has
 * its stack, and a query that never ends can be stopped: PGlite enforces no statement time-out.
 */
export async function startEngine({ folder, image }: Options): Promise<Engine> {
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
  const current = () => running ?? start(() => startThread(folder, null))
  const restart = () => {
    if (isClosed) return
    const stopping = current().then((thread) => thread.stop())
    void start(() => stopping.then(() => startThread(folder, null)))
  }

  /** One after the other, so that a limit counts from the moment the engine has nothing else to do. */
  const inTurn = (work: (thread: EngineThread) => Promise<Uint8Array>) => {
    const answer = last.then(async () => work(await current()))
    last = answer.catch(() => {})
    return answer
  }

  await start(() => startThread(folder, image))
  return {
    speak: (bytes, limitMs) =>
      inTurn((thread) => thread.ask('protocol', bytes, { limitMs, onBroken: restart })),
    restart,
    dump: () => inTurn((thread) => thread.ask('dump', new Uint8Array())),
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

/** About a segment of the write-ahead log's pages that recovery wants to write. */
const PROBE_BYTES = 256 * 1024

/** PGlite does not say why it did not start. A file beside its folder tells whether the disk is the reason. */
function outOfSpace(folder: string): Error | null {
  const probe = join(dirname(folder), 'disk-probe')

  try {
    writeFileSync(probe, Buffer.alloc(PROBE_BYTES))
    return null
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const isFull = ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(code)
    // PostgreSQL's own code for it, so that everybody above sees one kind of failure.
    return isFull
      ? Object.assign(new Error('No space left on device', { cause: error }), { code: '53100' })
      : null
  } finally {
    rmSync(probe, { force: true })
  }
}
