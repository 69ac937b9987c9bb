import { cut } from '@app/contract/storable'
import { serverSql } from '@app/platform/db/server-sql.ts'
import type { FailureHandlers, WorkFor } from '@app/platform/jobs/start-jobs.ts'
import type { CodeHost } from '#code-host/code-host.ts'
import { claimEvent, failEvent, finishEvent, recordFailure } from '#code-host/events-table.ts'
import type { jobKinds } from '#jobs/job-kinds.ts'
import { endAuthorization } from './end-authorization.ts'
import type { EventHost } from './event-thread.ts'
import { followInstallation } from './follow-installation.ts'
import { followRepository } from './follow-repository.ts'
import type { ReadEvent } from './read-event.ts'
import { recordPush } from './record-push.ts'

export const eventWork = (
  host: EventHost,
): Pick<WorkFor<typeof jobKinds>, 'take-github-event'> => ({
  'take-github-event': ({ payload }) => processEvent(host, payload.id),
})

/** After the last try. An admin can replay it. */
export const eventFailed = ({
  db,
}: Pick<CodeHost, 'db'>): Pick<FailureHandlers<typeof jobKinds>, 'take-github-event'> => ({
  'take-github-event': ({ id }) => failEvent(serverSql(db), id),
})

async function processEvent(host: EventHost, id: string): Promise<void> {
  const { db } = host
  const event = await claimEvent(serverSql(db), id)
  if (!event) return

  try {
    const read = await host.events.read(event.body)
    if (read) await take(host, read)
    await finishEvent(serverSql(db), id)
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error)
    await recordFailure(serverSql(db), id, cut(words, 500))
    throw error
  }
}

/** Other events are stored and ignored. */
function take(host: CodeHost, event: ReadEvent): Promise<void> {
  switch (event.kind) {
    case 'github_app_authorization':
      return endAuthorization(host, event.facts)
    case 'installation':
      return followInstallation(host, event.facts)
    case 'push':
      return recordPush(host, event.facts)
    case 'repository':
      return followRepository(host, event.facts)
  }
}
