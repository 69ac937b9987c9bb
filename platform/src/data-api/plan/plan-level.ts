import { notEmbedded, orderNeedsToOne } from '#data-api/errors/request-errors.ts'
import type { OrderTerm } from '#data-api/query-string/query.ts'
import { aliasFor, quoteName } from '#data-api/quoting/identifiers.ts'
import { type ExposedSchema, isToOne, type Table } from '#data-api/schema-cache/schema.ts'
import { findRelationship } from './find-relationship.ts'
import { joinedOn, junctionOf, type ParentRow, sourceOf } from './join-relationship.ts'
import type { Outline } from './outline.ts'
import type { Embed, PlannedOrder, ReadPlan, Source } from './read-plan.ts'
import { planCondition, planFields, resolveField } from './resolve-field.ts'

export type Level = ParentRow & {
  exposed: ExposedSchema
  source: Source
  table: Table | undefined
  /** The relation whose relationships embeds use. */
  origin: string
  depth: number
}

/** Resolves all names of one level and of those below it. */
export function planLevel(level: Level, outline: Outline): ReadPlan {
  const { table, source, ref } = level
  const embeds = outline.embeds.map((below) => planEmbed(level, below))
  const filters = outline.filters.map((filter) => ({ kind: 'filter' as const, filter }))

  return {
    source,
    ref,
    table,
    select: planFields(table, outline.fields),
    where: [...filters, ...outline.logic].map((tree) => planCondition(table, embeds, tree)),
    order: outline.order.map((term) => planOrder(level, embeds, term)),
    window: outline.window,
    embeds,
  }
}

function planEmbed(parent: Level, outline: Outline): Embed {
  const { embed } = outline
  if (!embed) throw new Error('Only the top of a request is no embed')

  const { exposed } = parent
  const relationship = findRelationship(exposed, parent.origin, embed.name, embed.hint)
  const { name } = relationship.foreign
  const depth = parent.depth + 1
  const alias = aliasFor(name, `_${depth}`)
  const ref = quoteName(alias)
  const key = embed.alias ?? embed.name
  const junction = junctionOf(relationship, depth)
  const source = sourceOf(relationship, parent, alias)
  const level = {
    exposed,
    source,
    table: exposed.tables.get(name),
    ref,
    row: ref,
    origin: name,
    depth,
  }

  return {
    key,
    name: embed.name,
    alias: embed.alias,
    relationship,
    join: embed.join ?? 'left',
    spread: embed.isSpread ? (isToOne(relationship) ? 'to-one' : 'to-many') : 'no',
    lateral: aliasFor(`${relationship.table.name}_${key}`, `_${depth}`),
    junction,
    joinedOn: joinedOn(relationship, parent, ref, junction),
    plan: planLevel(level, outline),
  }
}

function planOrder(level: Level, embeds: readonly Embed[], term: OrderTerm): PlannedOrder {
  const { relation, field, direction, nulls } = term
  if (relation === undefined) {
    return { lateral: undefined, field: resolveField(level.table, field), direction, nulls }
  }

  const embed = embeds.find(({ key }) => key === relation)
  if (!embed) throw notEmbedded(relation)
  if (!isToOne(embed.relationship)) throw orderNeedsToOne(level.origin, relation)
  const plain = { ...field, needsJson: false, needsVector: false, parse: undefined }
  return { lateral: embed.lateral, field: plain, direction, nulls }
}
