import type { CallPlan } from '#data-api/plan/call-plan.ts'
import type { Embed, ReadPlan } from '#data-api/plan/read-plan.ts'
import type { WritePlan } from '#data-api/plan/write-plan.ts'
import { quoteLiteral } from '#data-api/quoting/identifiers.ts'
import type { Count } from '#data-api/request/preferences.ts'
import { type BodyForm, bodySql, ROW } from './body-sql.ts'
import { callSql } from './call-sql.ts'
import { conditionSql, type PresenceSql } from './condition-sql.ts'
import { Parameters } from './parameters.ts'
import { selectSql } from './select-sql.ts'
import { RESULT, sourceSql } from './source-sql.ts'
import { INSERTED, writeSql } from './write-sql.ts'

export type Compiled = { text: string; values: (string | null)[] }

export type Counting = { count: Count | undefined; maxRows: number | null }

const SETTINGS = `nullif(current_setting('response.headers', true), '') as headers,
  nullif(current_setting('response.status', true), '') as status`

/** One statement returns one row: total, page and body. */
export function readStatement(plan: ReadPlan, form: BodyForm, counting: Counting): Compiled {
  const parameters = new Parameters()
  const rows = selectSql(parameters, plan)
  const counted = totalSql(parameters, plan, counting)

  return {
    text: `with ${RESULT} as (${rows})${counted.with}
  select ${counted.total} as total, count(${ROW})::text as page, ${bodySql(form)} as body, ${SETTINGS}
    from (select * from ${RESULT}) ${ROW}`,
    values: parameters.values,
  }
}

export function callStatement(
  plan: ReadPlan,
  call: CallPlan,
  form: BodyForm,
  counting: Counting,
): Compiled {
  const parameters = new Parameters()
  const calling = callSql(parameters, call)
  const rows = selectSql(parameters, plan)
  const counted = totalSql(parameters, plan, counting)

  return {
    text: `with ${RESULT} as (${calling})${counted.with}
  select ${counted.total} as total, count(${ROW})::text as page, ${bodySql(form, call.routine)} as body, ${SETTINGS}
    from (${rows}) ${ROW}`,
    values: parameters.values,
  }
}

/** `wantsLocation`: whether to return the primary key of the only written row. */
export function writeStatement(
  plan: ReadPlan,
  write: WritePlan,
  form: BodyForm,
  wantsLocation: boolean,
): Compiled {
  const parameters = new Parameters()
  const writing = writeSql(parameters, write)
  // Rows that are not returned are not selected either, because their columns may be unreadable.
  const rows = form.kind === 'none' ? `select * from ${RESULT}` : selectSql(parameters, plan)
  const location = wantsLocation ? locationSql(write.table.primaryKey) : 'null'

  return {
    text: `with ${RESULT} as (${writing})
  select null as total, count(${ROW})::text as page, ${bodySql(form)} as body, ${SETTINGS},
         ${location} as location, ${INSERTED}::text as inserted
    from (${rows}) ${ROW}`,
    values: parameters.values,
  }
}

/** The planner's estimate, which costs almost nothing. */
export function explainStatement(plan: ReadPlan): Compiled {
  const parameters = new Parameters()

  return { text: `explain (format json) ${countSql(parameters, plan)}`, values: parameters.values }
}

function totalSql(parameters: Parameters, plan: ReadPlan, { count, maxRows }: Counting) {
  if (count !== 'exact' && count !== 'estimated') return { with: '', total: 'null' }
  const { limit, offset } = plan.window
  if (limit === undefined && offset === 0n) return { with: '', total: `count(${ROW})::text` }

  const most = count === 'estimated' && maxRows !== null ? ` limit ${maxRows + 1}` : ''
  return {
    with: `, ${RESULT}_count as (${countSql(parameters, plan)}${most})`,
    total: `(select count(*) from ${RESULT}_count)::text`,
  }
}

/** The row's primary key as a JSON object. */
function locationSql(primaryKey: readonly string[]): string {
  if (primaryKey.length === 0) return 'null'
  const names = primaryKey.map(quoteLiteral).join(', ')

  return `case when count(${ROW}) = 1 then (
    select json_object_agg(pgrst_key.key, pgrst_key.value)::text
      from ${RESULT} pgrst_written, json_each_text(row_to_json(pgrst_written)) pgrst_key
     where pgrst_key.key in (${names})) end`
}

/**
 * One row for each top-level row, without limit and offset. Only embeds that filter rows are joined, and one existing row is enough.
 */
function countSql(parameters: Parameters, plan: ReadPlan, embed?: Embed): string {
  const exists = (below: Embed) => `exists (${countSql(parameters, below.plan, below)})`
  const presence: PresenceSql = ({ embed: below, isPresent }) =>
    `${isPresent ? '' : 'not '}${exists(below)}`
  const conditions = [
    ...plan.where.map((condition) => conditionSql(parameters, plan.ref, condition, presence)),
    ...(embed?.joinedOn ?? []).map((pair) => pair.join(' = ')),
    ...plan.embeds.filter(({ join }) => join === 'inner').map(exists),
  ]
  const where = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`

  return `select 1 from ${sourceSql(plan, embed)}${where}`
}
