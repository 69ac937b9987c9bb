import type { Sql } from '#db/database.ts'

export type MailState = 'failed' | 'waiting' | 'sent' | 'switched_off'

/** A listed mail without its content. */
export type ListedMail = {
  id: string
  to: string
  template: string
  language: string
  state: MailState
  attempts: number
  error: string | null
  created_at: Date
  finished_at: Date | null
  /** It failed after a try, and its address is still known. */
  can_resend: boolean
}

export type MailFilter = {
  state?: MailState | undefined
  /** The beginning of an address. */
  start?: string | undefined
  after?: { createdAt: string; id: string } | null
}

const STATES: Record<MailState, string> = {
  failed: 'failed_at is not null',
  waiting: 'sent_at is null and failed_at is null',
  sent: 'sent_at is not null and last_error is null',
  switched_off: 'sent_at is not null and last_error is not null',
}

const COLUMNS = `
  id, to_address as "to", template, language,
  case when ${STATES.failed} then 'failed' when ${STATES.waiting} then 'waiting'
       when ${STATES.sent} then 'sent' else 'switched_off' end as state,
  attempts, last_error as error, created_at, coalesce(sent_at, failed_at) as finished_at,
  failed_at is not null and attempts > 0 and to_address <> '' as can_resend`

/** Newest first: mails of the last 30 days, and all that were never sent. The key is the exact time, for requesting the next page. */
export async function listMails(
  sql: Sql,
  { after, ...filter }: MailFilter,
  most: number,
): Promise<(ListedMail & { key: string })[]> {
  const { where, values } = conditions(filter)
  const parameter = (value: unknown) => `$${values.push(value)}`
  if (after) {
    const place = `(${parameter(after.createdAt)}::timestamptz, ${parameter(after.id)}::uuid)`
    where.push(`(created_at, id) < ${place}`)
  }
  const { rows } = await sql.query<ListedMail & { key: string }>(
    `select ${COLUMNS}, created_at::text as key
       from ops.mail_outbox
      where ${where.join(' and ')}
      order by created_at desc, id desc
      limit ${parameter(most)}`,
    values,
  )

  return rows
}

/** Counts up to one more than the limit. */
export async function countMails(
  sql: Sql,
  filter: Omit<MailFilter, 'after'>,
  limit: number,
): Promise<number> {
  const { where, values } = conditions(filter)
  const { rows } = await sql.query<{ count: number }>(
    `select count(*)::int as count
       from (select from ops.mail_outbox where ${where.join(' and ')} limit $${values.push(limit + 1)}) as found`,
    values,
  )

  return rows[0]?.count ?? 0
}

export async function findMail(sql: Sql, id: string): Promise<ListedMail | null> {
  const { rows } = await sql.query<ListedMail>(
    `select ${COLUMNS} from ops.mail_outbox where id = $1`,
    [id],
  )

  return rows[0] ?? null
}

function conditions({ state, start }: Omit<MailFilter, 'after'>) {
  const values: unknown[] = []
  // Unsent mails count at any age, as in the metrics and the attention list.
  const where = [`(sent_at is null or created_at > ops.now() - interval '30 days')`]
  if (state) where.push(STATES[state])
  if (start) {
    const pattern = `${start.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
    where.push(`lower(to_address) like $${values.push(pattern)}`)
  }

  return { where, values }
}
