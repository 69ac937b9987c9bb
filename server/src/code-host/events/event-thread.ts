import { AppError } from '@app/platform/errors/app-error.ts'
import type { Log } from '@app/platform/log/log.ts'
import { openTaskThread } from '@app/platform/threads/task-thread.ts'
import { threadFile } from '@app/platform/threads/thread-file.ts'
import type { CodeHost } from '#code-host/code-host.ts'
import { type CheckedBody, checkBody, readStored, type SignedBody } from './event-tasks.ts'
import type { ReadEvent } from './read-event.ts'

export type EventTask = { kind: 'check'; body: SignedBody } | { kind: 'read'; text: string }

export type EventAnswer = CheckedBody | ReadEvent | null

/** Checks and reads bodies of events; large ones in a thread, so that they delay no request. */
export type EventReader = {
  check(body: SignedBody): Promise<CheckedBody>
  read(text: string): Promise<ReadEvent | null>
  stop(): Promise<void>
}

/** With what events need besides. */
export type EventHost = CodeHost & { events: EventReader }

const LARGE = 256 * 1024
/** Bodies that wait for the thread stay in memory, and anybody can send them. */
const MOST_WAITING_BYTES = 64 * 1024 * 1024

export function openEventReader(log: Log): EventReader {
  const thread = openTaskThread<EventTask, EventAnswer>(
    threadFile('event-worker', import.meta.url),
    log,
  )
  let waitingBytes = 0

  const checkInThread = async (body: SignedBody): Promise<CheckedBody> => {
    const { length } = body.body
    if (waitingBytes + length > MOST_WAITING_BYTES) throw tooManyWait()
    waitingBytes += length
    try {
      return (await thread.run({ kind: 'check', body })) as CheckedBody
    } finally {
      waitingBytes -= length
    }
  }

  return {
    check: async (body) => (body.body.length <= LARGE ? checkBody(body) : checkInThread(body)),
    read: async (text) =>
      text.length <= LARGE
        ? readStored(text)
        : ((await thread.run({ kind: 'read', text })) as ReadEvent | null),
    stop: thread.stop,
  }
}

const tooManyWait = () =>
  new AppError('over_request_rate_limit', 429, 'Too many large events wait', { retryAfterS: 5 })
