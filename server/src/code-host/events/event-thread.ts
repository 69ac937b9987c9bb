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

export function openEventReader(log: Log): EventReader {
  const thread = openTaskThread<EventTask, EventAnswer>(
    threadFile('event-worker', import.meta.url),
    log,
  )

  return {
    check: async (body) =>
      body.body.length <= LARGE
        ? checkBody(body)
        : ((await thread.run({ kind: 'check', body })) as CheckedBody),
    read: async (text) =>
      text.length <= LARGE
        ? readStored(text)
        : ((await thread.run({ kind: 'read', text })) as ReadEvent | null),
    stop: thread.stop,
  }
}
