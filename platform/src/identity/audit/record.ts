import { type Sql, theServer } from '#db/database.ts'
import { AppError } from '#errors/app-error.ts'
import type { Client } from '#identity/client.ts'
import type { Identity } from '#identity/identity.ts'
import { type AuditAction, auditActions } from './actions.ts'
import { insertEntry } from './audit-table.ts'

/** Who did it: an account, an operator or key, or somebody of whom we know at most a name he gave. */
export type Actor = { id?: string | null; email?: string | null; phone?: string | null }

/** The service's own key speaks for nobody in particular. */
export const theService: Actor = { email: 'service_role' }

export type AuditEvent = {
  action: AuditAction
  actor: Actor
  client: Client
  /** Words that help to understand the entry later. Never a secret, a code or a token. */
  traits?: Record<string, string | number | boolean | null>
}

/** One line of the audit log, in the transaction of what it tells of. */
export async function record(
  sql: Sql,
  { clock }: Pick<Identity, 'clock'>,
  { action, actor, client, traits = {} }: AuditEvent,
): Promise<void> {
  const payload = {
    actor_id: actor.id ?? null,
    actor_username: actor.email || actor.phone || '',
    action,
    log_type: auditActions[action],
    traits,
  }
  await insertEntry(sql, { payload, ip: client.address, now: clock.now() })
}

/**
 * Does the work, and leaves a line when it is refused: a refusal rolls back its own transaction, so
 * the line has one to itself. Too many requests leave none, or a flood would fill the log.
 */
export async function recordingRefusal<T>(
  needs: Pick<Identity, 'db' | 'clock'>,
  event: AuditEvent,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError && error.status < 500 && error.status !== 429) {
      const traits = { ...event.traits, refused: error.code }
      await needs.db.as(theServer, (sql) => record(sql, needs, { ...event, traits }))
    }
    throw error
  }
}
