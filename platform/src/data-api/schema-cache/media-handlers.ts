import type { HandlerRow } from './media-catalog.ts'
import type { MediaHandler, MediaHandlers } from './schema.ts'

/** What makes bodies of the rows of one schema. Of several for one media type the schema's own comes first. */
export function handlersWithin(schema: string, rows: readonly HandlerRow[]): MediaHandlers {
  const inOrder = rows.toSorted((a, b) => rank(schema, a) - rank(schema, b))
  const byRelation = new Map<string, MediaHandler[]>()

  for (const row of inOrder) {
    if (row.relation?.schema !== schema) continue
    const { name } = row.relation
    byRelation.set(name, [...(byRelation.get(name) ?? []), handlerOf(row)])
  }
  return { byRelation, ofAnyRows: inOrder.filter(({ relation }) => !relation).map(handlerOf) }
}

const rank = (schema: string, row: HandlerRow): number => (row.schema === schema ? 0 : 1)

const handlerOf = (row: HandlerRow): MediaHandler => ({
  aggregate: { schema: row.schema, name: row.name },
  rowType: row.relation,
  mediaType: row.media_type,
  isJsonb: row.is_jsonb,
})
