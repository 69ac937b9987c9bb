import { answerTasks } from '@app/platform/threads/answer-tasks.ts'
import { checkBody, readStored } from './event-tasks.ts'
import type { EventAnswer, EventTask } from './event-thread.ts'

// A push may list hundreds of thousands of files: this thread verifies and parses it, without delaying requests.

answerTasks<EventTask, EventAnswer>((task) => {
  if (task.kind === 'read') return { answer: readStored(task.text) }
  const answer = checkBody(task.body)

  return { answer, moved: answer.kind === 'checked' ? [answer.text.buffer as ArrayBuffer] : [] }
})
