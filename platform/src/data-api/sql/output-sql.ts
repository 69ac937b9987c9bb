import { calledWith, columnOf, quoteName } from '#data-api/quoting/identifiers.ts'
import { isToOne } from '#data-api/schema-cache/schema.ts'
import { castSql, fieldSql } from './field-sql.ts'
import type { Output } from './outputs.ts'
import type { Parameters } from './parameters.ts'

/** One item of a select list. */
export function outputSql(parameters: Parameters, ref: string, output: Output): string {
  switch (output.kind) {
    case 'field': {
      const { field, cast, aggregate, aggregateCast, alias, format } = output.field
      if (aggregate === 'count' && field.name === '*') {
        return named(castSql('count(*)', aggregateCast), alias)
      }
      const value = output.isWholeRow
        ? ref
        : castSql(calledWith(format, fieldSql(parameters, ref, field)), cast)
      return named(aggregated(value, aggregate, aggregateCast), alias)
    }
    case 'embed': {
      const { lateral, key, relationship } = output.embed
      const name = quoteName(lateral)
      // jsonb, because json cannot be grouped by.
      const value = isToOne(relationship)
        ? `row_to_json(${name}.*)::jsonb`
        : `coalesce(${name}.${name}, '[]')`
      return named(value, key)
    }
    case 'spread': {
      const { embed, column, aggregate, cast, alias } = output
      return named(aggregated(columnOf(quoteName(embed.lateral), column), aggregate, cast), alias)
    }
  }
}

/**
 * Grouped by position, since a name could be a column of the table or of the result. json cannot be grouped by, so a formatted column is
 * grouped by its source.
 */
export function groupSql(ref: string, outputs: readonly Output[]): string {
  const terms = outputs.flatMap((output, i) => {
    if (aggregateOf(output) !== undefined) return []
    const formatted = output.kind === 'field' && output.field.format ? output.field : undefined

    return [formatted ? columnOf(ref, formatted.field.name) : i + 1]
  })

  return terms.length === 0 ? '' : `group by ${terms.join(', ')}`
}

function aggregateOf(output: Output): string | undefined {
  if (output.kind === 'embed') return undefined

  return output.kind === 'field' ? output.field.aggregate : output.aggregate
}

const aggregated = (
  sql: string,
  aggregate: string | undefined,
  cast: string | undefined,
): string => (aggregate === undefined ? sql : castSql(`${aggregate}(${sql})`, cast))

const named = (sql: string, alias: string | undefined): string =>
  alias === undefined ? sql : `${sql} as ${quoteName(alias)}`
