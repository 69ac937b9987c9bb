import type { CleanupReply } from '@app/contract/github'
import type { Database } from '@app/platform/db/database.ts'
import { BATCH_ROWS } from '@app/platform/db/in-batches.ts'
import { serverSql } from '@app/platform/db/server-sql.ts'
import type { CodeHost } from './code-host.ts'
import { type Dropped, dropExpiredTokens } from './connections-table.ts'
import { cleanupFailed } from './errors.ts'
import { deleteOldEvents } from './events-table.ts'
import { deleteOldStates } from './states-table.ts'

/** Deletes expired tokens, unfinished connections and old events of GitHub. */
export async function deleteExpired({ db }: Pick<CodeHost, 'db'>): Promise<CleanupReply> {
  try {
    await deleteOldStates(db)
    await deleteOldEvents(db)
    const { cleared, deleted } = await dropAllExpired(db)

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

async function dropAllExpired(db: Database): Promise<Dropped> {
  const all: Dropped = { cleared: 0, deleted: 0 }

  for (;;) {
    const some = await dropExpiredTokens(serverSql(db), BATCH_ROWS)
    all.cleared += some.cleared
    all.deleted += some.deleted
    if (some.cleared + some.deleted < BATCH_ROWS) return all
  }
}
