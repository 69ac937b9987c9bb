import { serverSql } from '@app/platform/db/server-sql.ts'
import * as z from 'zod/mini'
import type { CodeHost } from '#code-host/code-host.ts'
import { addInstallation, removeInstallation } from '#code-host/connections-table.ts'

const installationEvent = z.object({
  action: z.string(),
  installation: z.object({ id: z.int(), account: z.nullish(z.object({ id: z.int() })) }),
  sender: z.object({ id: z.int() }),
})

/** The event is signed by GitHub, so the installation needs no further check. */
export async function followInstallation({ db }: CodeHost, body: unknown): Promise<void> {
  const { action, installation, sender } = z.parse(installationEvent, body)
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
