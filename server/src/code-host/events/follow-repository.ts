import { serverSql } from '@app/platform/db/server-sql.ts'
import { webAddress } from '@app/platform/outside/web-address.ts'
import type { CodeHost } from '#code-host/code-host.ts'
import type { EventFacts } from './read-event.ts'
import { moveLinks, type Place, recordDeletion } from './repository-links-table.ts'

/** Links store names: they follow a renamed or transferred repository, and stay when it is deleted. */
export async function followRepository(
  { db }: CodeHost,
  event: EventFacts['repository'],
): Promise<void> {
  const { action, repository, sender, installation } = event
  const known = {
    from: placeBefore(event),
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

function placeBefore({ changes, repository }: EventFacts['repository']): Place {
  const { user, organization } = changes?.owner?.from ?? {}

  return {
    owner: (user ?? organization ?? repository.owner).login,
    name: changes?.repository?.name.from ?? repository.name,
  }
}
