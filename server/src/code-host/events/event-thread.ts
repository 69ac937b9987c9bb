import type { Log } from '@app/platform/log/log.ts'
import { openTaskThread } from '@app/platform/threads/task-thread.ts'
import { threadFile } from '@app/platform/threads/thread-file.ts'
import type { CodeHost } from '#code-host/code-host.ts'
import {
  type CheckedBody,
  checkBody,
  isSignedLarge,
  largeDigest,
  readStored,
  type SignedBody,
} from './event-tasks.ts'
import type { ReadEvent } from './read-event.ts'

export type EventTask = { kind: 'check'; body: SignedBody } | { kind: 'read'; text: string }

export type EventAnswer = CheckedBody | ReadEvent | null

/** Verifies and parses event bodies; large ones in a thread, so that they delay no request. */
export type EventReader = {
  check(body: SignedBody): Promise<CheckedBody>
  read(text: string): Promise<ReadEvent | null>
  stop(): Promise<void>
}

/** The dependencies of event processing. */
export type EventHost = CodeHost & { events: EventReader }

const LARGE = 256 * 1024
/**
 * Bodies that wait for the thread occupy memory. Bodies beyond this are stored unparsed, because GitHub does not redeliver refused events.
 * Jobs parse them, a few at a time.
 */
const MOST_WAITING_BYTES = 64 * 1024 * 1024

export function openEventReader(log: Log, mostWaitingBytes = MOST_WAITING_BYTES): EventReader {
  const thread = openTaskThread<EventTask, EventAnswer>(
    threadFile('event-worker', import.meta.url),
    log,
  )
  let waitingBytes = 0

  const checkInThread = async (body: SignedBody): Promise<CheckedBody> => {
    // Checked first, so that unsigned bodies take no place in the queue.
    if (!(await isSignedLarge(body))) return { kind: 'not_signed' }
    const { length } = body.body
    if (waitingBytes + length > mostWaitingBytes) return unread(body)
    waitingBytes += length
    try {
      return (await thread.run({ kind: 'check', body })) as CheckedBody
    } catch (err) {
      log.error({ err }, 'large event not read')
      return await unread(body)
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

const unread = async ({ body }: SignedBody): Promise<CheckedBody> => ({
  kind: 'unread',
  digest: await largeDigest(body),
  text: body,
})
