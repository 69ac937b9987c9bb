import { cut, storableJson } from '@app/contract/storable'
import { serverSql } from '@app/platform/db/server-sql.ts'
import type { FailureHandlers, WorkFor } from '@app/platform/jobs/start-jobs.ts'
import type { CodeHost } from '#code-host/code-host.ts'
import { claimEvent, failEvent, finishEvent, recordFailure } from '#code-host/events-table.ts'
import type { jobKinds } from '#jobs/job-kinds.ts'
import { endAuthorization } from './end-authorization.ts'
import { type EventKind, eventKind } from './event-kind.ts'
import { followInstallation } from './follow-installation.ts'
import { followRepository } from './follow-repository.ts'
import { recordPush } from './record-push.ts'

type Take = (host: CodeHost, body: unknown) => Promise<void>

/** The handler of each kind. Other events are stored and ignored. */
const HANDLERS: Record<EventKind, Take> = {
  github_app_authorization: endAuthorization,
  installation: followInstallation,
  push: recordPush,
  repository: followRepository,
}

export const eventWork = (host: CodeHost): Pick<WorkFor<typeof jobKinds>, 'take-github-event'> => ({
  'take-github-event': ({ payload }) => processEvent(host, payload.id),
})

/** After the last try. An admin can replay it. */
export const eventFailed = ({
  db,
}: Pick<CodeHost, 'db'>): Pick<FailureHandlers<typeof jobKinds>, 'take-github-event'> => ({
  'take-github-event': ({ id }) => failEvent(serverSql(db), id),
})

async function processEvent(host: CodeHost, id: string): Promise<void> {
  const { db } = host
  const event = await claimEvent(serverSql(db), id)
  if (!event) return

  try {
    // Events of earlier releases were stored as they came.
    const body: unknown = JSON.parse(storableJson(event.body))
    const kind = eventKind(body)
    if (kind) await HANDLERS[kind](host, body)
    await finishEvent(serverSql(db), id)
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error)
    await recordFailure(serverSql(db), id, cut(words, 500))
    throw error
  }
}
