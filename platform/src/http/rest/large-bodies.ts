import { RestError } from '#data-api/errors/rest-error.ts'
import { Admission } from '#data-api/execution/admission.ts'
import type { Payload, SentPayload } from '#data-api/request/payload.ts'
import { TextBytes } from '#db/text-bytes.ts'
import type { Log } from '#log/log.ts'
import { openTaskThread } from '#threads/task-thread.ts'
import { threadFile } from '#threads/thread-file.ts'
import type { MediaType } from './media-types.ts'
import { type ReadOptions, readBody } from './read-body.ts'

export type BodyTask = { bytes: Uint8Array; type: MediaType; options: ReadOptions }

export type Refused = { refusal: { status: number; code: string; message: string } }

/** The payload's text is transferred separately, as bytes. */
export type BodyAnswer = { payload: Payload; text: Uint8Array | null } | Refused

export type LargeBodies = {
  /** Small bodies are parsed synchronously. */
  read(
    key: string,
    body: Buffer,
    type: MediaType,
    options: ReadOptions,
  ): SentPayload | Promise<SentPayload>
  stop(): Promise<void>
}

/** The worst body of this size takes about 20 ms. */
const LARGE_BYTES = 256 * 1024

/** Waiting bodies occupy memory, so few may wait. */
const TURNS = {
  most: 1,
  mostPerCaller: 1,
  waitLimitMs: 20_000,
  mostWaiting: 32,
  mostWaitingPerCaller: 8,
  pauseFactor: 0,
}

/** Parses large bodies in a separate thread, which callers use in turn. */
export function openLargeBodies(log: Log): LargeBodies {
  const thread = openTaskThread<BodyTask, BodyAnswer>(
    threadFile('body-worker', import.meta.url),
    log,
  )
  const turns = new Admission(TURNS)

  const readInThread = async (key: string, task: BodyTask): Promise<SentPayload> => {
    await turns.enter(key)
    try {
      return payloadOf(await thread.run(task, [task.bytes.buffer as ArrayBuffer]))
    } finally {
      turns.leave(key)
    }
  }

  return {
    read: (key, body, type, options) =>
      body.length <= LARGE_BYTES
        ? readBody(body, type, options)
        : readInThread(key, { bytes: movable(body), type, options }),
    stop: thread.stop,
  }
}

/** Only a whole buffer can be transferred. */
const movable = (body: Buffer): Uint8Array =>
  body.byteLength === body.buffer.byteLength ? body : new Uint8Array(body)

function payloadOf(answer: BodyAnswer): SentPayload {
  if ('refusal' in answer) {
    const { status, code, message } = answer.refusal
    throw new RestError(status, code, message)
  }
  const { payload, text } = answer

  return payload.kind === 'form' || text === null
    ? payload
    : { ...payload, text: new TextBytes(text) }
}
