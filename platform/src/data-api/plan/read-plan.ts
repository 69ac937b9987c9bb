import type { Aggregate, Field, Filter, OrderTerm, Window } from '#data-api/query-string/query.ts'
import type { Name, Relationship, Table } from '#data-api/schema-cache/schema.ts'

/** One level of an answer: what is read from where, and what hangs below it. */
export type ReadPlan = {
  source: Source
  /** How SQL refers to a row of it, quoted. */
  ref: string
  /** What is known of its columns; a function may return rows of no relation. */
  table: Table | undefined
  select: PlannedField[]
  where: Condition[]
  order: PlannedOrder[]
  window: Window
  embeds: Embed[]
}

export type Source =
  | { kind: 'relation'; name: Name; alias: string | undefined }
  /** The rows that a mutation or a function left. */
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
  /** The junction's name inside, for many-to-many. */
  junction: { name: Name; alias: string } | undefined
  /** Pairs of quoted columns that must be equal. */
  joinedOn: readonly (readonly [string, string])[]
  plan: ReadPlan
}

export type PlannedField = {
  field: ResolvedField
  alias: string | undefined
  cast: string | undefined
  aggregate: Aggregate | undefined
  aggregateCast: string | undefined
  /** Shows the column's values as json. */
  format: Name | undefined
}

/** A field of which we know how SQL must treat it. */
export type ResolvedField = Field & {
  /** Arrows need json: anything else is turned into it first. */
  needsJson: boolean
  /** A text search wants a tsvector, unless the column is one. */
  needsVector: boolean
  /** Reads a value that it is compared with. */
  parse: Name | undefined
}

export type Condition =
  | { kind: 'filter'; filter: Omit<Filter, 'field'> & { field: ResolvedField } }
  | { kind: 'presence'; embed: Embed; isPresent: boolean }
  | { kind: 'and' | 'or'; isNegated: boolean; parts: Condition[] }

export type PlannedOrder = Omit<OrderTerm, 'relation' | 'field'> & {
  /** The embed whose column it is; undefined for the level's own. */
  lateral: string | undefined
  field: ResolvedField
}
