import type { Aggregate, Field, Filter, OrderTerm, Window } from '#data-api/query-string/query.ts'
import type { Name, Relationship, Table } from '#data-api/schema-cache/schema.ts'

/** One level of an answer: its source, its columns and its embeds. */
export type ReadPlan = {
  source: Source
  /** The quoted reference to a row of this level. */
  ref: string
  /** Its known columns; undefined for a function whose rows belong to no relation. */
  table: Table | undefined
  select: PlannedField[]
  where: Condition[]
  order: PlannedOrder[]
  window: Window
  embeds: Embed[]
}

export type Source =
  | { kind: 'relation'; name: Name; alias: string | undefined }
  /** The rows of a mutation or a function. */
  | { kind: 'result'; alias: string }
  | { kind: 'computed'; function: Name; row: string; rowType: Name; alias: string }

export type Embed = {
  /** The key under which it appears: its alias, else its name. */
  key: string
  name: string
  alias: string | undefined
  relationship: Relationship
  join: 'left' | 'inner'
  spread: 'no' | 'to-one' | 'to-many'
  /** The name of its lateral join. */
  lateral: string
  /** The alias of the junction table in the SQL, for many-to-many. */
  junction: { name: Name; alias: string } | undefined
  /** Pairs of quoted columns that the join compares. */
  joinedOn: readonly (readonly [string, string])[]
  plan: ReadPlan
}

export type PlannedField = {
  field: ResolvedField
  alias: string | undefined
  cast: string | undefined
  aggregate: Aggregate | undefined
  aggregateCast: string | undefined
  /** Formats the column's values as json. */
  format: Name | undefined
}

/** A field with the information that SQL needs. */
export type ResolvedField = Field & {
  /** Arrows need json, so other types are converted first. */
  needsJson: boolean
  /** A text search needs a tsvector. */
  needsVector: boolean
  /** Parses a value that the field is compared with. */
  parse: Name | undefined
}

export type Condition =
  | { kind: 'filter'; filter: Omit<Filter, 'field'> & { field: ResolvedField } }
  | { kind: 'presence'; embed: Embed; isPresent: boolean }
  | { kind: 'and' | 'or'; isNegated: boolean; parts: Condition[] }

export type PlannedOrder = Omit<OrderTerm, 'relation' | 'field'> & {
  /** The embed that the column belongs to; undefined for the level's own columns. */
  lateral: string | undefined
  field: ResolvedField
}
