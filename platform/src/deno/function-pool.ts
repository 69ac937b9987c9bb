import { dirname, join } from 'node:path'
import { type FunctionFiles, newestChange } from './function-folder.ts'
import { type FunctionProcess, type ProcessOptions, startFunction } from './function-process.ts'

export type FunctionPool = {
  /** The process of a function, started if there is none or if its files have changed. It runs at least until it is released; one that does not answer is discarded. */
  acquire(files: FunctionFiles): { process: FunctionProcess; release(): void; discard(): void }
  close(): Promise<void>
}

type Running = FunctionProcess & {
  startedAt: number
  lookedAt: number
  requests: number
  idle: NodeJS.Timeout | undefined
}

type Options = ProcessOptions & { idleMs?: number; mostProcesses?: number }

const IDLE_MS = 5 * 60_000
const LOOK_EVERY_MS = 500
const MOST_PROCESSES = 50

/** One process per function. Above the limit the longest unused one makes room for another. */
export function openFunctionPool(options: Options): FunctionPool {
  const { idleMs = IDLE_MS, mostProcesses = MOST_PROCESSES } = options
  const processes = new Map<string, Running>()
  const open = new Set<FunctionProcess>()

  const stop = (name: string) => {
    const running = processes.get(name)
    clearTimeout(running?.idle)
    processes.delete(name)
    running?.stop()
  }
  const start = (files: FunctionFiles): Running => {
    if (processes.size >= mostProcesses) {
      const unused = [...processes].find(([, { requests }]) => requests === 0)
      if (unused) stop(unused[0])
    }
    const now = Date.now()
    const started = startFunction(files, options)
    const running = { ...started, startedAt: now, lookedAt: now, requests: 0, idle: undefined }
    processes.set(files.name, running)
    open.add(started)
    void started.ended.then(() => {
      open.delete(started)
      if (processes.get(files.name) === running) stop(files.name)
    })
    return running
  }
  const current = (files: FunctionFiles): Running => {
    const running = processes.get(files.name)
    if (!running) return start(files)
    if (hasChanged(running, [join(options.folder, 'functions'), dirname(files.entry)])) {
      // Requests that it still answers keep it alive until they end.
      processes.delete(files.name)
      if (running.requests === 0) running.stop()
      return start(files)
    }
    return running
  }

  return {
    acquire: (files) => {
      const running = current(files)
      // Moved to the end: the first entry is the one that was unused for longest.
      processes.delete(files.name)
      processes.set(files.name, running)
      clearTimeout(running.idle)
      running.requests++
      const release = () => {
        running.requests--
        if (running.requests > 0) return
        if (processes.get(files.name) !== running) running.stop()
        else running.idle = setTimeout(() => stop(files.name), idleMs).unref()
      }

      const discard = () => {
        if (processes.get(files.name) === running) stop(files.name)
        running.stop()
      }

      return { process: running, release, discard }
    },
    close: async () => {
      for (const name of [...processes.keys()]) stop(name)
      for (const one of open) one.stop()
      await Promise.all([...open].map(({ ended }) => ended))
    },
  }
}

function hasChanged(running: Running, folders: readonly string[]): boolean {
  const now = Date.now()
  if (now - running.lookedAt < LOOK_EVERY_MS) return false
  running.lookedAt = now

  return folders.some((folder) => newestChange(folder) > running.startedAt)
}
