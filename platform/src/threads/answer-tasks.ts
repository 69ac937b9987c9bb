import { parentPort } from 'node:worker_threads'

export type FromTasks<Answer> = { answer: Answer } | { failure: Error }

/** The buffers of `moved` then belong to the main thread. */
type Performed<Answer> = { answer: Answer; moved?: readonly ArrayBuffer[] }

/** Runs in the thread: performs its tasks in order. */
export function answerTasks<Task, Answer>(perform: (task: Task) => Performed<Answer>): void {
  const port = parentPort
  if (!port) throw new Error('This program is a worker thread of the server.')

  port.on('message', (task: Task) => {
    try {
      const { answer, moved = [] } = perform(task)
      port.postMessage({ answer } satisfies FromTasks<Answer>, moved)
    } catch (error) {
      // Errors are cloned with message and stack, but without their class.
      const failure = new Error(error instanceof Error ? error.message : String(error))
      if (error instanceof Error && error.stack) failure.stack = error.stack
      port.postMessage({ failure } satisfies FromTasks<Answer>)
    }
  })
}
