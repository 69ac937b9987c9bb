import { RestError } from '#data-api/errors/rest-error.ts'
import type { Payload } from '#data-api/request/payload.ts'
import { AppError } from '#errors/app-error.ts'
import { answerTasks } from '#threads/answer-tasks.ts'
import type { BodyAnswer, BodyTask, Refused } from './large-bodies.ts'
import { readBody } from './read-body.ts'

// Parses large bodies in a thread, where they do not delay other requests.

answerTasks<BodyTask, BodyAnswer>(({ bytes, type, options }) => {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const read = tryRead(body, { bytes, type, options })
  if ('refusal' in read) return { answer: read }
  if (read.kind === 'form') return { answer: { payload: read, text: null } }

  const text = type.kind === 'json' && read.text !== NO_ROWS ? body : Buffer.from(read.text)
  return {
    answer: { payload: { ...read, text: '' }, text },
    moved: [text.buffer as ArrayBuffer],
  }
})

/** The replacement for a JSON value that contains no rows. */
const NO_ROWS = '[]'

function tryRead(body: Buffer, { type, options }: BodyTask): Payload | Refused {
  try {
    return readBody(body, type, options)
  } catch (error) {
    if (error instanceof RestError || error instanceof AppError) {
      const { status, code, message } = error
      return { refusal: { status, code, message } }
    }
    throw error
  }
}
