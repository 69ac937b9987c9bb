import { Worker } from 'node:worker_threads'

type Task = 'protocol' | 'dump' | 'close'
type Reply = { id: number; answer?: Uint8Array; failure?: string }
type Waiting = {
  resolve: (bytes: Uint8Array) => void
  reject: (error: Error) => void
  watchdog: NodeJS.Timeout | undefined
}

export type Engine = {
  /** PostgreSQL protocol in, protocol out; without a limit it may take as long as it likes. */
  speak(bytes: Uint8Array, limitMs: number | null): Promise<Uint8Array>
  dump(): Promise<Uint8Array>
  close(): Promise<void>
}

type Options = { folder: string; image: string | null }

/**
 * PGlite in a worker thread. There a long query blocks nobody else's event loop, deep recursion has
 * its stack, and a query that never ends can be stopped: PGlite enforces no statement time-out.
 */
export async function startEngine(options: Options): Promise<Engine> {
  let running: Promise<Thread> = startThread(options.folder, options.image)
  await running

  const ask = async (task: Task, bytes: Uint8Array, limitMs: number | null) => {
    const thread = await running

    return thread.ask(task, bytes, limitMs, () => {
      // The data survive: the thread is only asked again from the same folder.
      running = thread.stop().then(() => startThread(options.folder, null))
      running.catch(() => {})
    })
  }

  return {
    speak: (bytes, limitMs) => ask('protocol', bytes, limitMs),
    dump: () => ask('dump', new Uint8Array(), null),
    close: async () => {
      const thread = await running
      await thread.ask('close', new Uint8Array(), null, () => {})
      await thread.stop()
    },
  }
}

type Thread = {
  ask(
    task: Task,
    bytes: Uint8Array,
    limitMs: number | null,
    onStuck: () => void,
  ): Promise<Uint8Array>
  stop(): Promise<void>
}

const STACK_MB = 64

async function startThread(folder: string, image: string | null): Promise<Thread> {
  const worker = new Worker(new URL('./pglite-worker.js', import.meta.url), {
    workerData: { folder, image },
    resourceLimits: { stackSizeMb: STACK_MB },
  })
  const waiting = new Map<number, Waiting>()
  let lastId = 0

  const failAll = (error: Error) => {
    for (const one of waiting.values()) {
      clearTimeout(one.watchdog)
      one.reject(error)
    }
    waiting.clear()
  }
  const expect = (id: number, watchdog?: NodeJS.Timeout) =>
    new Promise<Uint8Array>((resolve, reject) => {
      waiting.set(id, { resolve, reject, watchdog })
    })
  worker.on('message', ({ id, answer, failure }: Reply) => {
    const one = waiting.get(id)
    waiting.delete(id)
    clearTimeout(one?.watchdog)
    if (answer) one?.resolve(answer)
    else one?.reject(new Error(failure))
  })
  worker.on('error', (error) => failAll(error instanceof Error ? error : new Error(String(error))))
  worker.on('exit', () =>
    failAll(new Error('Connection terminated: the embedded database stopped')),
  )

  await expect(0)
  return {
    ask: (task, bytes, limitMs, onStuck) => {
      const id = ++lastId
      const stuck = () => {
        waiting.get(id)?.reject(new StatementTimeout())
        waiting.delete(id)
        onStuck()
      }
      const answer = expect(id, limitMs === null ? undefined : setTimeout(stuck, limitMs))
      worker.postMessage({ id, task, bytes })
      return answer
    },
    stop: async () => void (await worker.terminate()),
  }
}

/** What a server says when `statement_timeout` strikes. */
class StatementTimeout extends Error {
  readonly code = '57014'
  constructor() {
    super('canceling statement due to statement timeout')
  }
}
