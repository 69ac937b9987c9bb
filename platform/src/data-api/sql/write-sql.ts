import type { Condition } from '#data-api/plan/read-plan.ts'
import type { DeletePlan, InsertPlan, UpdatePlan, WritePlan } from '#data-api/plan/write-plan.ts'
import { columnOf, qualified, quoteName } from '#data-api/quoting/identifiers.ts'
import type { Table } from '#data-api/schema-cache/schema.ts'
import { conditionSql } from './condition-sql.ts'
import type { Parameters } from './parameters.ts'
import { BODY, payloadSql } from './payload-sql.ts'

/** The number of inserted rows of an upsert, counted while it runs. */
export const INSERTED = `nullif(current_setting('pgrst.inserted', true), '')::int`

export function writeSql(parameters: Parameters, plan: WritePlan): string {
  switch (plan.kind) {
    case 'insert':
      return insertSql(parameters, plan)
    case 'update':
      return updateSql(parameters, plan)
    case 'delete':
      return deleteSql(parameters, plan)
  }
}

function insertSql(parameters: Parameters, plan: InsertPlan): string {
  const { table, columns, payload, appliesDefaults, conflict, mustMatch } = plan
  const names = columns.map(({ name }) => quoteName(name))
  const into = names.length === 0 ? '' : `(${names.join(', ')})`
  const values = columns.map(({ name }) => columnOf(BODY, name)).join(', ')
  const rows = payloadSql(parameters, payload, columns, { appliesDefaults })
  const conditions = [
    ...(conflict?.resolution === 'merge' ? [countInserted(1)] : []),
    ...mustMatch.map((condition) => conditionSql(parameters, quoteName(BODY), condition)),
  ]
  const where = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`

  return `insert into ${qualified(table)}${into} select ${values} from ${rows}${where}${conflictSql(plan)} ${returningSql(table, plan.returning)}`
}

/** Every row counts as inserted until a conflict subtracts it. */
function conflictSql({ conflict, columns }: InsertPlan): string {
  if (!conflict) return ''
  const on = ` on conflict (${conflict.columns.map(quoteName).join(', ')})`
  if (conflict.resolution === 'ignore' || columns.length === 0) return `${on} do nothing`
  const set = columns.map(({ name }) => `${quoteName(name)} = excluded.${quoteName(name)}`)

  return `${on} do update set ${set.join(', ')} where ${countInserted(-1)}`
}

const countInserted = (step: 1 | -1): string =>
  `set_config('pgrst.inserted', (coalesce(${INSERTED}, 0) + ${step})::text, true) is not null`

function updateSql(parameters: Parameters, plan: UpdatePlan): string {
  const { table, columns, payload, appliesDefaults, where, returning } = plan
  // Without columns to set nothing changes, but the result's columns are still needed.
  if (columns.length === 0) {
    const shown = returning.map((name) => columnOf(quoteName(table.name), name))
    return `select ${shown.length === 0 ? 'null' : shown.join(', ')} from ${qualified(table)} where false`
  }
  const set = columns.map(({ name }) => `${quoteName(name)} = ${columnOf(BODY, name)}`)
  const rows = payloadSql(parameters, payload, columns, { appliesDefaults })

  return `update ${qualified(table)} set ${set.join(', ')} from ${rows}${whereSql(parameters, table, where)} ${returningSql(table, returning)}`
}

const deleteSql = (parameters: Parameters, { table, where, returning }: DeletePlan): string =>
  `delete from ${qualified(table)}${whereSql(parameters, table, where)} ${returningSql(table, returning)}`

function whereSql(parameters: Parameters, table: Table, where: readonly Condition[]): string {
  const conditions = where.map((one) => conditionSql(parameters, qualified(table), one))

  return conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`
}

const returningSql = (table: Table, returning: readonly string[]): string =>
  returning.length === 0
    ? 'returning 1'
    : `returning ${returning.map((name) => columnOf(qualified(table), name)).join(', ')}`
