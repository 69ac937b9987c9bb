import { type Sql, theServer } from '#db/database.ts'
import { AppError } from '#errors/app-error.ts'
import type { Client } from '#identity/client.ts'
import type { Identity } from '#identity/identity.ts'
import { insertEntry } from './audit-table.ts'

/** Who acted: an account, an operator or key, or a caller identified at most by the address they entered. */
export type Actor = { id?: string | null; email?: string | null; phone?: string | null }

/** The service key represents no particular user. */
export const theService: Actor = { email: 'service_role' }

export type AuditEvent = {
  action: AuditAction
  actor: Actor
  client: Client
  /** Details of the event. Must not contain secrets, codes or tokens. */
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
 * Runs the work; records a refusal in a separate transaction, because the work's is rolled back. Rate-limit refusals are not recorded, so
 * that a flood cannot fill the log.
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

/** All actions of the audit log, with the log type of each. */
const auditActions = {
  login: 'account',
  logout: 'account',
  invite_accepted: 'account',
  user_signedup: 'team',
  user_invited: 'team',
  user_deleted: 'team',
  user_modified: 'user',
  user_recovery_requested: 'user',
  user_reauthenticate_requested: 'user',
  user_confirmation_requested: 'user',
  user_repeated_signup: 'user',
  user_updated_password: 'user',
  user_link_generated: 'user',
  user_email_change_requested: 'user',
  user_email_change_withdrawn: 'user',
  user_email_changed: 'user',
  token_refreshed: 'token',
  token_revoked: 'token',
  factor_in_progress: 'factor',
  factor_updated: 'factor',
  factor_deleted: 'factor',
  factor_unenrolled: 'factor',
  challenge_created: 'factor',
  verification_attempted: 'factor',
  recovery_codes_generated: 'factor',
  recovery_codes_deleted: 'factor',
  passkey_created: 'user',
  passkey_updated: 'user',
  passkey_deleted: 'user',
  passkey_refused: 'user',
  identity_linked: 'user',
  identity_unlinked: 'user',
  oauth_consent_granted: 'user',
  oauth_consent_denied: 'user',
  oauth_consent_revoked: 'user',
  oauth_client_created: 'team',
  oauth_client_updated: 'team',
  oauth_client_deleted: 'team',
  oauth_client_secret_regenerated: 'team',
  custom_provider_created: 'team',
  custom_provider_updated: 'team',
  custom_provider_deleted: 'team',
  sso_provider_created: 'team',
  sso_provider_updated: 'team',
  sso_provider_deleted: 'team',
} as const

type AuditAction = keyof typeof auditActions
