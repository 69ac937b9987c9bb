import { aliasFor, columnOf, quoteName } from '#data-api/quoting/identifiers.ts'
import type { Relationship } from '#data-api/schema-cache/schema.ts'
import type { Embed, Source } from './read-plan.ts'

/** How the SQL refers to a row of the parent level. */
export type ParentRow = {
  /** Prefix of a column. */
  ref: string
  /** Reference to the whole row. */
  row: string
}

export function sourceOf(relationship: Relationship, parent: ParentRow, alias: string): Source {
  if (relationship.kind !== 'computed') {
    return { kind: 'relation', name: relationship.foreign, alias }
  }
  const { function: by, table } = relationship

  return { kind: 'computed', function: by, row: parent.row, rowType: table, alias }
}

export function junctionOf(relationship: Relationship, depth: number): Embed['junction'] {
  if (relationship.kind !== 'many-to-many') return undefined
  const { junction } = relationship

  return { name: junction, alias: aliasFor(junction.name, `_junction_${depth}`) }
}

export function joinedOn(
  relationship: Relationship,
  parent: ParentRow,
  ref: string,
  junction: Embed['junction'],
): Embed['joinedOn'] {
  if (relationship.kind === 'computed') return []
  if (relationship.kind !== 'many-to-many') {
    return relationship.columns.map(([own, foreign]) => [
      columnOf(ref, foreign),
      columnOf(parent.ref, own),
    ])
  }

  const between = quoteName(junction?.alias ?? '')
  return [
    ...relationship.foreignColumns.map(
      ([foreign, column]) => [columnOf(ref, foreign), columnOf(between, column)] as const,
    ),
    ...relationship.columns.map(
      ([own, column]) => [columnOf(between, column), columnOf(parent.ref, own)] as const,
    ),
  ]
}
