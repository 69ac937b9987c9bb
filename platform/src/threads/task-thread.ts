import { Worker } from 'node:worker_threads'
import type { Log } from '#log/log.ts'
import type { FromTasks } from './answer-tasks.ts'

/** A worker thread that performs tasks sequentially. It starts with the first task. */
export type TaskThread<Task, Answer> = {
  /** The buffers of `moved` then belong to the thread, which avoids a copy. */
  run(task: Task, moved?: readonly ArrayBuffer[]): Promise<Answer>
  stop(): Promise<void>
}

type Waiting<Answer> = { resolve: (answer: Answer) => void; reject: (error: Error) => void }

const HEAP_MB = 512

export function openTaskThread<Task, Answer>(file: URL, log: Log): TaskThread<Task, Answer> {
  const waiting: Waiting<Answer>[] = []
  let worker: Worker | null = null

  const start = (): Worker => {
    const next = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } })
    // Stopping the server does not wait for the thread.
    next.unref()
    next.on('message', (message: FromTasks<Answer>) => {
      const first = waiting.shift()
      if ('failure' in message) first?.reject(message.failure)
      else first?.resolve(message.answer)
    })
    next.on('error', (err) => log.error({ err, file: file.pathname }, 'task thread failed'))
    next.on('exit', () => {
      worker = null
      for (const { reject } of waiting.splice(0)) reject(new Error('The task thread ended'))
    })
    return next
  }

  return {
    run: (task, moved = []) =>
      new Promise((resolve, reject) => {
        worker ??= start()
        worker.postMessage(task, moved)
        waiting.push({ resolve, reject })
      }),
    stop: async () => void (await worker?.terminate()),
  }
}
