/** A parsed query string. Names are not resolved yet. */
export type Query = {
  select: readonly SelectItem[]
  filters: readonly At<Filter>[]
  logic: readonly At<LogicTree>[]
  orders: readonly At<readonly OrderTerm[]>[]
  windows: readonly At<Window>[]
  columns: readonly string[] | undefined
  onConflict: readonly string[] | undefined
  /** The arguments of a function called by GET, in the client's order. */
  args: readonly (readonly [name: string, value: string])[]
}

/** A part of a query with the path of embeds to its level. */
export type At<T> = { path: readonly string[]; what: T }

export type Field = { name: string; path: readonly JsonStep[] }

export type JsonStep = { arrow: '->' | '->>'; key: string; isIndex: boolean }

export type Aggregate = 'sum' | 'avg' | 'count' | 'max' | 'min'

export type SelectField = {
  kind: 'field'
  field: Field
  alias: string | undefined
  cast: string | undefined
  aggregate: Aggregate | undefined
  aggregateCast: string | undefined
}

export type SelectEmbed = {
  kind: 'embed'
  name: string
  alias: string | undefined
  hint: string | undefined
  join: 'left' | 'inner' | undefined
  isSpread: boolean
  select: readonly SelectItem[]
}

export type SelectItem = SelectField | SelectEmbed

export type Quantifier = 'any' | 'all'

export type IsValue = 'null' | 'not null' | 'true' | 'false' | 'unknown'

export type Operation =
  | { kind: 'compare'; operator: string; quantifier: Quantifier | undefined; value: string }
  | { kind: 'like'; operator: string; quantifier: Quantifier | undefined; value: string }
  | { kind: 'is'; value: IsValue }
  | { kind: 'in'; values: readonly string[] }
  | { kind: 'search'; query: string; language: string | undefined; value: string }

export type Filter = { field: Field; isNegated: boolean; operation: Operation }

export type LogicTree =
  | { kind: 'filter'; filter: Filter }
  | { kind: 'and' | 'or'; isNegated: boolean; parts: readonly LogicTree[] }

export type OrderTerm = {
  /** The embed that the column belongs to; undefined for the level's own columns. */
  relation: string | undefined
  field: Field
  direction: 'asc' | 'desc' | undefined
  nulls: 'first' | 'last' | undefined
}

/** Rows `offset` to `offset + limit`; without a limit, to the end. */
export type Window = { offset: bigint; limit: bigint | undefined }
