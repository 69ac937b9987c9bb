import { parentPort } from 'node:worker_threads'

export type FromTasks<Answer> = { answer: Answer } | { failure: Error }

/** The buffers of `moved` belong to the main thread afterwards. */
type Performed<Answer> = { answer: Answer; moved?: readonly ArrayBuffer[] }

/** The side of the thread: answers its tasks in their order. */
export function answerTasks<Task, Answer>(perform: (task: Task) => Performed<Answer>): void {
  const port = parentPort
  if (!port) throw new Error('This program is a worker thread of the server.')

  port.on('message', (task: Task) => {
    try {
      const { answer, moved = [] } = perform(task)
      port.postMessage({ answer } satisfies FromTasks<Answer>, moved)
    } catch (error) {
      // Errors are cloned with message and stack, and without their class.
      const failure = new Error(error instanceof Error ? error.message : String(error))
      if (error instanceof Error && error.stack) failure.stack = error.stack
      port.postMessage({ failure } satisfies FromTasks<Answer>)
    }
  })
}
