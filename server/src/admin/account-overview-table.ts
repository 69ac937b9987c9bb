import type { AdminUserReply, SignInsReply } from '@app/contract/admin-users'
import type { Sql } from '@app/platform/db/database.ts'
import { shortened } from './audit-table.ts'
import type { Cursor } from './cursor.ts'

type Overview = Omit<AdminUserReply, 'user' | 'isInAdminEmails'>

const MOST_ROWS = 50

/** ISO format, like all times of the admin area. */
export const iso = (column: string) =>
  `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The newest rows as JSON; rows matching `isLast` come after all others. */
export const rowsOf = (columns: string, from: string, order: string, isLast = 'false') => `
  coalesce((select jsonb_agg(to_jsonb(found) - 'at' - 'is_last' order by found.is_last, found.at desc)
     from (select ${columns}, ${order} as at, ${isLast} as is_last from ${from}
            order by is_last, at desc limit ${MOST_ROWS}) as found), '[]')`

/** Listed after completed actions, so that many refusals cannot push these off the page. */
export const IS_REFUSAL = `details ? 'refused'`

export const VIEWED = 'user_viewed'

const pushes = (which: string) =>
  `(select count(*)::int from public.projects as project join public.push_records as push on push.project_id = project.id
     where project.bolt_project_id = link.id and ${which})`

/** The state shown on the member's own pages before they ask GitHub. */
const STATE = `(
  select jsonb_build_object('state', state, 'aheadBy', ahead_by)
    from app.project_states(array(select project.id from public.projects as project where project.bolt_project_id = link.id)))`

/** The state that the member's settings show before they ask GitHub. */
const HEALTH = `case
  when access_token is null or refresh_token_expires_at <= app.now() then 'reconnect'
  when installation_id is null then 'not_installed' else 'healthy' end`

/** Columns are named individually, which excludes tokens, sealed columns and the provider's addresses. */
const OVERVIEW = `
  select person.about, person.language, ${iso('account.confirmed_at')} as "confirmedAt",
    (account.confirmed_at is null and account.has_unverified_credentials
      and coalesce(account.encrypted_password, '') <> '') as "losesPassword",
    (select jsonb_build_object('login', github_username, 'installationId', installation_id::text,
              'health', ${HEALTH}, 'lastUsedAt', ${iso('last_used_at')})
       from public.github_integrations where user_id = person.id limit 1) as github,
    ${rowsOf(
      `subscription.id, plan.name as plan, subscription.status, ${iso('subscription.renews_at')} as "renewsAt",
       ${iso('subscription.ends_at')} as "endsAt", ${iso('subscription.created_at')} as "createdAt"`,
      `public.subscriptions as subscription left join public.plans as plan on plan.id = subscription.plan_id
        where subscription.user_id = person.id`,
      'subscription.created_at',
    )} as subscriptions,
    ${rowsOf(
      `id, amount::text, currency, status, ${iso('created_at')} as "createdAt"`,
      'public.transactions where user_id = person.id',
      'created_at',
    )} as payments,
    ${rowsOf(
      `id, project_name as name, github_repo_owner || '/' || github_repo_name as repository,
       ${iso('last_sync_at')} as "lastSyncAt", ${pushes('true')} as "pushCount",
       ${pushes('not push.succeeded')} as "failedPushCount", ${STATE} as state`,
      'app.synced_links as link where link.user_id = person.id and link.deleted_at is null',
      'coalesce(last_sync_at, created_at)',
    )} as projects,
    ${rowsOf(
      `id, feedback_category as category, status, ${iso('created_at')} as "createdAt"`,
      'public.user_feedback where user_id = person.id and deleted_at is null',
      'created_at',
    )} as feedback,
    ${rowsOf(
      `id, case when tag = 'extension' then 'extension' else 'browser' end as kind,
       coalesce(user_agent, '') as "userAgent", host(ip) as network, ${iso('created_at')} as "createdAt",
       ${iso('coalesce(refreshed_at, created_at)')} as "lastUsedAt"`,
      'auth.sessions where user_id = person.id and (not_after is null or not_after > app.now())',
      'coalesce(refreshed_at, created_at)',
    )} as devices,
    ${rowsOf(
      `id, friendly_name as name, backed_up as "isSynced", ${iso('created_at')} as "createdAt",
       ${iso('last_used_at')} as "lastUsedAt"`,
      'auth.webauthn_credentials where user_id = person.id',
      'created_at',
    )} as passkeys,
    ${rowsOf(
      `id, actor_id as "actorId", action, details, ip as network, ${iso('created_at')} as "createdAt"`,
      // Views would displace changes. The audit list shows them.
      `public.audit_log where subject_type = 'user' and subject_id = person.id::text and action <> '${VIEWED}'`,
      'created_at',
      IS_REFUSAL,
    )} as audit
  from public.users as person
  join auth.users as account on account.id = person.id
 where person.id = $1`

export async function readAccountOverview(sql: Sql, id: string): Promise<Overview | null> {
  const { rows } = await sql.query<Overview>(OVERVIEW, [id])
  const [overview] = rows
  if (!overview) return null

  return { ...overview, devices: overview.devices.map(withNetwork) }
}

/** Recording a view once an hour suffices to show who looked. */
export async function wasViewed(sql: Sql, actorId: string, id: string): Promise<boolean> {
  const { rowCount } = await sql.query(
    `select from public.audit_log
      where subject_type = 'user' and subject_id = $2 and actor_id = $1 and action = '${VIEWED}'
        and created_at > app.now() - interval '1 hour'
      limit 1`,
    [actorId, id],
  )

  return rowCount > 0
}

/** One row more than the page shows whether a next page exists. */
export async function listSignIns(
  sql: Sql,
  id: string,
  after: Cursor | null,
): Promise<(SignInsReply['items'][number] & { key: string })[]> {
  const { rows } = await sql.query<SignInsReply['items'][number] & { key: string }>(
    `select id, payload ->> 'action' as action, payload -> 'traits' ->> 'refused' as refused,
            ip_address as network, ${iso('created_at')} as "createdAt", created_at::text as key
       from auth.audit_log_entries
      where payload ->> 'actor_id' = $1
        and ($2::timestamptz is null
             or created_at <= $2::timestamptz and (created_at < $2::timestamptz or id > $3::uuid))
      order by created_at desc, id
      limit ${MOST_ROWS + 1}`,
    [id, after?.key ?? null, after?.id ?? null],
  )

  return rows.map(withNetwork)
}

export const SIGN_INS_PAGE = MOST_ROWS

const withNetwork = <Row extends { network: string | null }>(row: Row): Row => ({
  ...row,
  network: row.network && shortened(row.network),
})
