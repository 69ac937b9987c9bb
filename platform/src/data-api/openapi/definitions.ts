import type { Column, ExposedSchema, Table } from '#data-api/schema-cache/schema.ts'
import { type ObjectSchema, type Property, typed, typeOf } from './swagger.ts'

/** Describes a row of a relation. */
export function tableDefinition(exposed: ExposedSchema, table: Table): ObjectSchema {
  const columns = [...table.columns.values()]
  const required = columns.filter(({ isNullable }) => !isNullable).map(({ name }) => name)

  return {
    type: 'object',
    ...(table.description !== null && { description: table.description }),
    properties: Object.fromEntries(
      columns.map((column) => [column.name, property(exposed, table, column)]),
    ),
    ...(required.length > 0 && { required }),
  }
}

function property(exposed: ExposedSchema, table: Table, column: Column): Property {
  const description = describe(exposed, table, column)
  const preset = defaultOf(column)

  return {
    ...typed(column.baseType),
    ...(description !== null && { description }),
    ...(column.enumValues.length > 0 && { enum: column.enumValues }),
    ...(column.maxLength !== null && { maxLength: column.maxLength }),
    ...(preset !== undefined && { default: preset }),
  }
}

/** Tools parse keys from these descriptions, including the tags. */
function describe(
  exposed: ExposedSchema,
  table: Table,
  { name, description }: Column,
): string | null {
  const target = foreignColumn(exposed, table, name)
  const notes = [
    table.primaryKey.includes(name) && 'This is a Primary Key.<pk/>',
    target &&
      `This is a Foreign Key to \`${target.table}.${target.column}\`.<fk table='${target.table}' column='${target.column}'/>`,
  ].filter(Boolean)
  if (notes.length === 0) return description

  return `${description === null ? '' : `${description}\n\n`}${['Note:', ...notes].join('\n')}`
}

/** Tables are listed before the views on them. */
function foreignColumn(exposed: ExposedSchema, table: Table, name: string) {
  const [key] = (exposed.relationships.get(table.name) ?? [])
    .filter((one) => 'holdsKey' in one)
    .filter(({ holdsKey, columns }) => holdsKey && columns.length === 1 && columns[0]?.[0] === name)
    .toSorted((a, b) => Number(a.foreignIsView) - Number(b.foreignIsView))

  return key && { table: key.foreign.name, column: key.columns[0]?.[1] ?? '' }
}

/** Returns a literal as JSON; other expressions remain SQL. */
function defaultOf({ default: expression, baseType }: Column): unknown {
  if (expression === null) return undefined
  const type = typeOf(baseType)
  if (type === 'string') {
    const literal = /^'(.*)'::[\w ."]+$/s.exec(expression)?.[1]
    return literal === undefined ? expression : literal.replaceAll("''", "'")
  }

  try {
    return JSON.parse(expression)
  } catch {
    return undefined
  }
}
