import type { AuditFilter } from '@app/contract/admin-operations'
import type { AuditLogLine } from '@app/contract/admin-operations-replies'
import type { Sql } from '@app/platform/db/database.ts'
import { readUuid } from '@app/platform/db/uuid.ts'
import type { Stretch } from '#admin/cursor.ts'
import { COUNT_LIMIT } from '#admin/list-pages.ts'

export type AuditRow = Omit<AuditLogLine, 'at'> & { created_at: Date; key: string }

type Source = {
  from: string
  actor: string
  name: string
  /** Columns of a line, joined only for the shown rows. */
  columns: string
  joins: string
}

const ACTIONS: Source = {
  from: 'public.audit_log',
  actor: 'line.actor_id',
  name: 'line.action',
  columns: `line.actor_id as "actorId", actor.email as actor, line.action as name, line.subject_type as "subjectType",
            line.subject_id as "subjectId", subject.email as subject, line.ip as network, line.details`,
  joins: `left join public.users as actor on actor.id = line.actor_id
          left join public.users as subject on line.subject_type = 'user' and subject.id::text = line.subject_id`,
}

/** The events that identity records. Its other fields may name deleted users. */
const SIGN_INS: Source = {
  from: 'auth.audit_log_entries',
  actor: `line.payload ->> 'actor_id'`,
  name: `line.payload ->> 'action'`,
  columns: `line.payload ->> 'actor_id' as "actorId", actor.email as actor, line.payload ->> 'action' as name,
            null as "subjectType", null as "subjectId", null as subject, line.ip_address as network,
            jsonb_strip_nulls(jsonb_build_object('refused', line.payload -> 'traits' ->> 'refused')) as details`,
  joins: `left join public.users as actor on actor.id::text = line.payload ->> 'actor_id'`,
}

const sourceOf = ({ source }: AuditFilter) => (source === 'sign_ins' ? SIGN_INS : ACTIONS)

/** Newest first. */
export async function listAudit(
  sql: Sql,
  filter: AuditFilter,
  { after, limit }: Stretch,
): Promise<AuditRow[]> {
  const source = sourceOf(filter)
  const { where, values } = conditions(filter)
  const parameter = (value: unknown) => `$${values.push(value)}`
  if (after) {
    const [key, id] = [`${parameter(after.key)}::timestamptz`, `${parameter(after.id)}::uuid`]
    // Only the first condition can use the index; the second is exact.
    where.push(`line.created_at <= ${key}`, `(line.created_at < ${key} or line.id > ${id})`)
  }
  const { rows } = await sql.query<AuditRow>(
    `select line.id, line.created_at, line.created_at::text as key, ${source.columns}
       from (select line.* from ${source.from} as line
              where ${where.join(' and ')}
              order by line.created_at desc, line.id
              limit ${parameter(limit)}) as line
       ${source.joins}
      order by line.created_at desc, line.id`,
    values,
  )

  return rows
}

export async function countAudit(sql: Sql, filter: AuditFilter): Promise<number> {
  const { where, values } = conditions(filter)
  const { rows } = await sql.query<{ count: number }>(
    `select count(*)::int as count
       from (select from ${sourceOf(filter).from} as line
              where ${where.join(' and ')} limit ${COUNT_LIMIT + 1}) as found`,
    values,
  )

  return rows[0]?.count ?? 0
}

function conditions(filter: AuditFilter) {
  const { source, actor, name, subject, day } = filter
  const { actor: actorColumn, name: nameColumn } = sourceOf(filter)
  const values: unknown[] = []
  const parameter = (value: string) => `$${values.push(value)}`
  const where = ['true']

  if (actor?.trim()) where.push(`${actorColumn} = ${idOf(actor, parameter, source)}`)
  if (name?.trim()) where.push(`${nameColumn} = ${parameter(name.trim())}`)
  if (subject?.trim() && source !== 'sign_ins') {
    where.push(`line.subject_id = ${idOf(subject, parameter, 'sign_ins')}`)
  }
  if (day) {
    const start = `${parameter(day)}::date::timestamp at time zone 'utc'`
    where.push(`line.created_at >= ${start}`, `line.created_at < ${start} + interval '1 day'`)
  }
  return { where, values }
}

/** An address finds its account. Ids are compared as text if they were stored as text. */
function idOf(
  words: string,
  parameter: (value: string) => string,
  source: AuditFilter['source'],
): string {
  const text = words.trim()
  const asText = source === 'sign_ins'
  if (!text.includes('@')) {
    const id = readUuid(text)
    if (asText) return parameter(id ?? text)
    return id ? `${parameter(id)}::uuid` : 'null::uuid'
  }

  return `(select id${asText ? '::text' : ''} from public.users where lower(email) = ${parameter(text.toLowerCase())} limit 1)`
}
