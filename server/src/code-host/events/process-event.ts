import { cut } from '@app/contract/storable'
import { theServer } from '@app/platform/db/database.ts'
import { serverSql } from '@app/platform/db/server-sql.ts'
import type { FailureHandlers, WorkFor } from '@app/platform/jobs/start-jobs.ts'
import { webAddress } from '@app/platform/outside/web-address.ts'
import { type CodeHost, githubOfConnection } from '#code-host/code-host.ts'
import {
  addInstallation,
  dropTokensOf,
  findConnection,
  removeInstallation,
  tokensOfAccount,
} from '#code-host/connections-table.ts'
import {
  claimEvent,
  failEvent,
  finishEvent,
  identifyEvent,
  recordFailure,
  UNREAD,
} from '#code-host/events-table.ts'
import { openToken } from '#code-host/sealed-tokens.ts'
import type { jobKinds } from '#jobs/job-kinds.ts'
import type { EventHost } from './event-thread.ts'
import type { EventFacts, ReadEvent } from './read-event.ts'
import { recordPush } from './record-push.ts'
import { moveLinks, type RepositoryRef, recordDeletion } from './repository-links-table.ts'

export const eventWork = (
  host: EventHost,
): Pick<WorkFor<typeof jobKinds>, 'take-github-event'> => ({
  'take-github-event': ({ payload }) => processEvent(host, payload.id),
})

/** Runs after the last try. An admin can replay it. */
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
    if (event.event_name === UNREAD) {
      const sender = { name: read?.kind ?? null, senderId: read?.facts.sender?.id ?? null }
      await db.as(theServer, (sql) => identifyEvent(sql, id, sender))
    }
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

/**
 * A user revoked the grant at GitHub. Events may arrive late, so a token that GitHub still accepts belongs to a newer grant.
 */
async function endAuthorization(
  host: CodeHost,
  event: EventFacts['github_app_authorization'],
): Promise<void> {
  const { action, sender } = event
  if (action !== 'revoked') return

  const { db } = host
  const found = await tokensOfAccount(serverSql(db), sender.id)
  for (const { user_id, access_token } of found) {
    const connection = await findConnection(serverSql(db), user_id)
    const token = connection && openToken(host, 'access_token', connection)
    if (token && (await githubOfConnection(host, connection).isAlive(token))) continue

    await dropTokensOf(serverSql(db), user_id, access_token)
  }
}

/** GitHub signs the event, so the installation needs no further check. */
async function followInstallation(
  { db, github }: CodeHost,
  event: EventFacts['installation'],
): Promise<void> {
  const { action, installation, sender } = event
  const { id: installationId } = installation
  const isOwn = installation.account?.id === sender.id
  const { client_id: id } = installation
  const app = github && id ? { id, first: github.clientId } : null

  const sql = serverSql(db)

  switch (action) {
    case 'created':
    case 'unsuspend':
      return addInstallation(sql, { installationId, githubUserId: sender.id, isOwn, app })
    case 'deleted':
    case 'suspend':
      return removeInstallation(sql, installationId)
  }
}

/** Links store names: they follow a renamed or transferred repository, and stay if it is deleted. */
async function followRepository({ db }: CodeHost, event: EventFacts['repository']): Promise<void> {
  const { action, repository, sender, installation } = event
  const known = {
    from: repositoryBefore(event),
    isPublic: !repository.private,
    senderId: sender?.id ?? null,
    ownerId: repository.owner.id,
    installationId: installation?.id ?? null,
  }

  const sql = serverSql(db)

  switch (action) {
    case 'renamed':
    case 'transferred':
      return moveLinks(sql, known, {
        owner: repository.owner.login,
        name: repository.name,
        url: webAddress(repository.html_url),
      })
    case 'deleted':
      return recordDeletion(sql, known)
  }
}

function repositoryBefore({ changes, repository }: EventFacts['repository']): RepositoryRef {
  const { user, organization } = changes?.owner?.from ?? {}

  return {
    owner: (user ?? organization ?? repository.owner).login,
    name: changes?.repository?.name.from ?? repository.name,
  }
}
