import type { Relationship } from '#data-api/schema-cache/schema.ts'
import type { Condition, ReadPlan } from './read-plan.ts'

/**
 * The columns that a mutation or function must return: for output, joins, filters and ordering. Computed columns are included, because
 * returned rows have lost their row type.
 */
export function returningFor(plan: ReadPlan, keyColumns: readonly string[]): string[] {
  const wanted = [...plan.select.map(({ field }) => field.name), ...ownFieldsOf(plan)]
  const isComputed = (name: string) => name !== '*' && !plan.table?.columns.has(name)

  if (plan.embeds.some(({ relationship }) => relationship.kind === 'computed')) return ['*']
  if (!wanted.includes('*')) {
    const joining = plan.embeds.flatMap(({ relationship }) => ownColumns(relationship))
    return unique([...wanted, ...joining, ...keyColumns])
  }
  if (!plan.table || !wanted.some(isComputed)) return ['*']

  const { columns } = plan.table
  expandStar(plan)
  return unique([...columns.keys(), ...wanted.filter(isComputed)])
}

/** Otherwise `*` would include the computed columns. */
function expandStar(plan: ReadPlan): void {
  const columns = [...(plan.table?.columns.keys() ?? [])]

  plan.select = plan.select.flatMap((field) =>
    field.field.name === '*' && field.aggregate === undefined
      ? columns.map((name) => ({ ...field, field: { ...field.field, name } }))
      : [field],
  )
}

const ownFieldsOf = ({ where, order }: ReadPlan): string[] => [
  ...where.flatMap(fieldsIn),
  ...order.filter(({ lateral }) => lateral === undefined).map(({ field }) => field.name),
]

function fieldsIn(condition: Condition): string[] {
  if (condition.kind === 'filter') return [condition.filter.field.name]

  return condition.kind === 'presence' ? [] : condition.parts.flatMap(fieldsIn)
}

const ownColumns = (relationship: Relationship): string[] =>
  relationship.kind === 'computed' ? [] : relationship.columns.map(([own]) => own)

const unique = (names: readonly string[]): string[] => [...new Set(names)].sort()
