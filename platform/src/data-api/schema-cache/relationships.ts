import type { FunctionRow } from './functions-catalog.ts'
import { isSame } from './key-relationships.ts'
import type {
  ComputedRelationship,
  JunctionRelationship,
  KeyRelationship,
  Name,
  Relationship,
  Table,
} from './schema.ts'

/**
 * All relationships within a schema, by their source relation. A junction may be in any exposed schema. Computed relationships replace
 * those from keys with the same name.
 */
export function relationshipsWithin(
  schema: string,
  exposed: readonly Table[],
  fromKeys: readonly KeyRelationship[],
  functions: readonly FunctionRow[],
): Map<string, Relationship[]> {
  const within = fromKeys.filter(
    ({ table, foreign }) => table.schema === schema && foreign.schema === schema,
  )
  const computed = computedRelationships(schema, functions)
  const isReplaced = ({ table, foreign }: Relationship) =>
    computed.some((one) => isSame(one.table, table) && isSame(one.function, foreign))
  const found: Relationship[] = [
    ...within,
    ...throughJunctions(schema, exposed, fromKeys),
    ...within.map(inverse),
  ]
  const byOrigin = new Map<string, Relationship[]>()

  for (const one of [...found.filter((each) => !isReplaced(each)), ...computed]) {
    const those = byOrigin.get(one.table.name) ?? []
    byOrigin.set(one.table.name, [...those, one])
  }
  for (const those of byOrigin.values()) those.sort(inOrder)
  return byOrigin
}

function inverse(relationship: KeyRelationship): KeyRelationship {
  const { kind, table, foreign, tableIsView, foreignIsView, columns } = relationship

  return {
    ...relationship,
    kind: kind === 'many-to-one' ? 'one-to-many' : kind,
    holdsKey: false,
    table: foreign,
    foreign: table,
    tableIsView: foreignIsView,
    foreignIsView: tableIsView,
    columns: columns.map(([own, other]) => [other, own]),
  }
}

/** A junction's primary key contains the foreign keys to both sides. */
function throughJunctions(
  schema: string,
  exposed: readonly Table[],
  fromKeys: readonly KeyRelationship[],
): JunctionRelationship[] {
  const sides = fromKeys.filter(
    ({ kind, foreign }) => kind === 'many-to-one' && foreign.schema === schema,
  )

  return exposed.flatMap((junction) => {
    const isInKey = ([column]: readonly [string, string]) => junction.primaryKey.includes(column)
    const ends = sides.filter((side) => isSame(side.table, junction) && side.columns.every(isInKey))

    return ends.flatMap((own) =>
      ends
        .filter(({ constraint }) => constraint !== own.constraint)
        .map((foreign) => throughJunction(junction, own, foreign)),
    )
  })
}

function throughJunction(
  junction: Name,
  own: KeyRelationship,
  foreign: KeyRelationship,
): JunctionRelationship {
  return {
    kind: 'many-to-many',
    table: own.foreign,
    foreign: foreign.foreign,
    isSelf: isSame(own.foreign, foreign.foreign),
    tableIsView: own.foreignIsView,
    foreignIsView: foreign.foreignIsView,
    junction: { schema: junction.schema, name: junction.name },
    constraints: [own.constraint, foreign.constraint],
    columns: own.columns.map(([inJunction, column]) => [column, inJunction]),
    foreignColumns: foreign.columns.map(([inJunction, column]) => [column, inJunction]),
  }
}

function computedRelationships(
  schema: string,
  functions: readonly FunctionRow[],
): ComputedRelationship[] {
  return functions.flatMap((one) => {
    const { argument_relation: table, return_relation: foreign } = one
    if (!table || !foreign || one.schema !== schema || table.schema !== schema) return []

    return [
      {
        kind: 'computed' as const,
        table,
        foreign,
        isSelf: isSame(table, foreign),
        tableIsView: false,
        foreignIsView: false,
        function: { schema: one.schema, name: one.name },
        isToOne: !one.returns_set || one.rows === 1,
      },
    ]
  })
}

const KINDS = ['one-to-many', 'many-to-one', 'one-to-one', 'many-to-many', 'computed']

/** The order in which candidates are listed in an error. */
function inOrder(a: Relationship, b: Relationship): number {
  return (
    compare(a.foreign.name, b.foreign.name) ||
    KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) ||
    compare(nameOf(a), nameOf(b))
  )
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

function nameOf(relationship: Relationship): string {
  if (relationship.kind === 'computed') return relationship.function.name

  return relationship.kind === 'many-to-many'
    ? `${relationship.junction.name} ${relationship.constraints.join(' ')}`
    : relationship.constraint
}
