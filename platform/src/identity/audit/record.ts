import { type Sql, theServer } from '#db/database.ts'
import { AppError } from '#errors/app-error.ts'
import type { Client } from '#identity/client.ts'
import type { Identity } from '#identity/identity.ts'
import { type AuditAction, auditActions } from './actions.ts'
import { insertEntry } from './audit-table.ts'

/** Who acted: an account, an operator or key, or a caller known at most by the address they gave. */
export type Actor = { id?: string | null; email?: string | null; phone?: string | null }

/** The service key stands for no particular user. */
export const theService: Actor = { email: 'service_role' }

export type AuditEvent = {
  action: AuditAction
  actor: Actor
  client: Client
  /** Details of the event. Never a secret, a code or a token. */
  traits?: Record<string, string | number | boolean | null>
}

/** Writes an audit log entry in the transaction of the event. */
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
 * Runs the work and records a refusal in a transaction of its own, because the refusal rolls back the work's.
 * Rate-limit refusals are not recorded, so that a flood cannot fill the log.
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
