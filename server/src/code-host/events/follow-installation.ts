import { serverSql } from '@app/platform/db/server-sql.ts'
import type { CodeHost } from '#code-host/code-host.ts'
import { addInstallation, removeInstallation } from '#code-host/connections-table.ts'
import type { EventFacts } from './read-event.ts'

/** The event is signed by GitHub, so the installation needs no further check. */
export async function followInstallation(
  { db }: CodeHost,
  event: EventFacts['installation'],
): Promise<void> {
  const { action, installation, sender } = event
  const { id: installationId } = installation
  const isOwn = installation.account?.id === sender.id

  const sql = serverSql(db)

  switch (action) {
    case 'created':
    case 'unsuspend':
      return addInstallation(sql, { installationId, githubUserId: sender.id, isOwn })
    case 'deleted':
    case 'suspend':
      return removeInstallation(sql, installationId)
  }
}
