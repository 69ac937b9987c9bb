import { isIP } from 'node:net'
import type { Sql } from '@app/platform/db/database.ts'
import { siteOf } from '@app/platform/limits/network.ts'
import type { AdminCaller } from './admin.ts'

export type AuditLine = {
  action: string
  subjectType:
    | 'user'
    | 'feedback'
    | 'subscription'
    | 'payment'
    | 'plan'
    | 'webhook'
    | 'job'
    | 'mail'
    | 'clone'
    | 'reconciliation'
    | 'figures'
    | 'audit'
    | 'oauth_client'
    | 'sso_provider'
  /** null: nothing may reveal whose a deleted account was. */
  subjectId: string | null
  /** Contains no personal data and no secret. */
  details?: Record<string, unknown>
}

export async function insertAuditLine(
  sql: Sql,
  { member, client }: AdminCaller,
  { action, subjectType, subjectId, details = {} }: AuditLine,
): Promise<void> {
  await sql.query(
    `insert into public.audit_log (actor_id, action, subject_type, subject_id, details, ip)
     values ((select id from public.users where id = $1), $2, $3, $4, $5, $6)`,
    [member.id, action, subjectType, subjectId, JSON.stringify(details), shortened(client.address)],
  )
}

/** The network of an address: /24, or /48 of IPv6. */
export function shortened(address: string): string | null {
  const [plain = ''] = address.replace(/^::ffff:(?=\d+\.)/i, '').split('%')
  if (isIP(plain) === 4) return `${plain.split('.').slice(0, 3).join('.')}.0/24`

  return siteOf(plain)
}
