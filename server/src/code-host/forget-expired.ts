import type { CleanupReply } from '@app/contract/github'
import { theServer } from '#db/database.ts'
import type { CodeHost } from './code-host.ts'
import { cleanupFailed } from './errors.ts'
import { deleteOldEvents } from './events/events-table.ts'
import { dropExpiredTokens } from './spent-tokens-table.ts'
import { deleteOldStates } from './states-table.ts'

/** Tokens past renewing, connections that were begun and never finished, old news from GitHub. */
export async function forgetExpired({ db }: Pick<CodeHost, 'db'>): Promise<CleanupReply> {
  try {
    const { cleared, deleted } = await db.as(theServer, async (sql) => {
      await deleteOldStates(sql)
      await deleteOldEvents(sql)
      return dropExpiredTokens(sql)
    })

    return {
      message: 'Cleanup completed successfully',
      tokens_cleared: cleared,
      tokens_deleted: deleted,
      total_processed: cleared + deleted,
    }
  } catch (error) {
    throw cleanupFailed(error)
  }
}
