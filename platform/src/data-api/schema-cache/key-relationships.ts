import type { KeyColumn, KeyRow } from './keys-catalog.ts'
import type { KeyRelationship, Name } from './schema.ts'
import type { ColumnOrigin } from './view-columns.ts'
import type { ViewRow } from './views-catalog.ts'

export type OriginsByView = ReadonlyMap<number, ReadonlyMap<number, ColumnOrigin>>

/** A relation that contains all columns of a key: the table itself, or a view on it. */
type Bearer = { name: Name; isView: boolean; columns: readonly string[] }

/**
 * Every foreign key becomes relationships between all tables and views that contain its columns on either side.
 */
export function keyRelationships(
  keys: readonly KeyRow[],
  views: readonly ViewRow[],
  origins: OriginsByView,
): KeyRelationship[] {
  return keys.flatMap((key) => {
    const { foreign_id, foreign_schema, foreign_name, foreign_columns } = key
    if (foreign_id === null || foreign_schema === null || foreign_name === null) return []

    const own: Bearer[] = [
      bearer(key.table_schema, key.table_name, key.columns),
      ...viewsBearing(key.table_id, key.columns, views, origins),
    ]
    const foreign: Bearer[] = [
      bearer(foreign_schema, foreign_name, foreign_columns ?? []),
      ...viewsBearing(foreign_id, foreign_columns ?? [], views, origins),
    ]

    return own.flatMap((from) => foreign.map((to) => relationship(key, from, to)))
  })
}

/** The key columns of a view: from each table whose whole primary key the view contains. */
export function viewPrimaryKey(
  view: ViewRow,
  keys: readonly KeyRow[],
  origins: OriginsByView,
): string[] {
  return keys
    .filter(({ kind }) => kind === 'p')
    .flatMap((key) => viewsBearing(key.table_id, key.columns, [view], origins)[0]?.columns ?? [])
}

function relationship(key: KeyRow, from: Bearer, to: Bearer): KeyRelationship {
  return {
    kind: key.is_unique ? 'one-to-one' : 'many-to-one',
    holdsKey: true,
    table: from.name,
    foreign: to.name,
    isSelf: isSame(from.name, to.name),
    tableIsView: from.isView,
    foreignIsView: to.isView,
    constraint: key.constraint,
    columns: from.columns.map((column, i) => [column, to.columns[i] ?? '']),
  }
}

const bearer = (schema: string, name: string, columns: readonly KeyColumn[]): Bearer => ({
  name: { schema, name },
  isView: false,
  columns: columns.map((column) => column.name),
})

/** A view that contains a column twice contains the key twice. */
function viewsBearing(
  tableId: number,
  columns: readonly KeyColumn[],
  views: readonly ViewRow[],
  origins: OriginsByView,
): Bearer[] {
  return views.flatMap((view) => {
    const shownAs = columns.map((column) =>
      view.columns
        .filter(({ place }) => {
          const origin = origins.get(view.id)?.get(place)
          return origin?.tableId === tableId && origin.place === column.place
        })
        .map(({ name }) => name),
    )

    return allChoices(shownAs).map((choice) => ({
      name: { schema: view.schema, name: view.name },
      isView: true,
      columns: choice,
    }))
  })
}

const allChoices = (lists: readonly (readonly string[])[]): string[][] =>
  lists.reduce<string[][]>(
    (chosen, list) => chosen.flatMap((before) => list.map((one) => [...before, one])),
    [[]],
  )

export const isSame = (a: Name, b: Name): boolean => a.schema === b.schema && a.name === b.name
