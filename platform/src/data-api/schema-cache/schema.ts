/** The schema cache: all exposed schemas. */
export type Schema = {
  readonly exposed: ReadonlyMap<string, ExposedSchema>
  /** `alter role … set`, for roles that a request may run as. */
  readonly roleSettings: ReadonlyMap<string, RoleSettings>
}

/** One exposed schema. Its relationships stay within the schema. */
export type ExposedSchema = {
  readonly schema: string
  readonly description: string | null
  readonly tables: ReadonlyMap<string, Table>
  readonly relationships: ReadonlyMap<string, readonly Relationship[]>
  readonly functions: ReadonlyMap<string, readonly Routine[]>
  readonly handlers: MediaHandlers
}

export type MediaHandlers = {
  readonly byRelation: ReadonlyMap<string, readonly MediaHandler[]>
  readonly ofAnyRows: readonly MediaHandler[]
}

/** Creates a response body of one media type. */
export type MediaHandler = {
  /** The aggregate over the rows; null if the function's value is already the body. */
  readonly aggregate: Name | null
  /** The row type that the aggregate takes; null for any. */
  readonly rowType: Name | null
  /** The domain's name; a star on both sides of the slash means every type. */
  readonly mediaType: string
  readonly isJsonb: boolean
}

export type RoleSettings = {
  readonly settings: Readonly<Record<string, string>>
  readonly isolation: Isolation | undefined
}

export type Isolation = 'repeatable read' | 'serializable'

export type Name = { readonly schema: string; readonly name: string }

export type Table = Name & {
  readonly description: string | null
  readonly isView: boolean
  readonly canInsert: boolean
  readonly canUpdate: boolean
  readonly canDelete: boolean
  readonly primaryKey: readonly string[]
  readonly columns: ReadonlyMap<string, Column>
  /** Some of its columns have their own json format. */
  readonly isFormatted: boolean
}

export type Column = {
  readonly name: string
  readonly description: string | null
  /** As written in a cast, with length and schema. */
  readonly type: string
  /** The type without its length; for a domain, its base type. */
  readonly baseType: string
  readonly maxLength: number | null
  /** An SQL expression; null if there is none. */
  readonly default: string | null
  readonly isNullable: boolean
  readonly enumValues: readonly string[]
  readonly representation: Representation
}

/** Functions that format and parse a domain's values, if it has any. */
export type Representation = {
  readonly toJson?: Name
  readonly fromJson?: Name
  /** For values in the query string. */
  readonly fromText?: Name
}

type ColumnPair = readonly [own: string, foreign: string]

type Between = {
  readonly table: Name
  readonly foreign: Name
  readonly isSelf: boolean
  readonly tableIsView: boolean
  readonly foreignIsView: boolean
}

export type KeyRelationship = Between & {
  readonly kind: 'many-to-one' | 'one-to-many' | 'one-to-one'
  /** Whether the foreign key's columns are on this side. */
  readonly holdsKey: boolean
  readonly constraint: string
  readonly columns: readonly ColumnPair[]
}

export type JunctionRelationship = Between & {
  readonly kind: 'many-to-many'
  readonly junction: Name
  readonly constraints: readonly [own: string, foreign: string]
  /** Column pairs from the table to the junction, and from the foreign table to the junction. */
  readonly columns: readonly ColumnPair[]
  readonly foreignColumns: readonly ColumnPair[]
}

/** A function from a row to rows of another relation. */
export type ComputedRelationship = Between & {
  readonly kind: 'computed'
  readonly function: Name
  readonly isToOne: boolean
}

export type Relationship = KeyRelationship | JunctionRelationship | ComputedRelationship

export const isToOne = (relationship: Relationship): boolean =>
  relationship.kind === 'computed'
    ? relationship.isToOne
    : relationship.kind === 'many-to-one' || relationship.kind === 'one-to-one'

export type Parameter = {
  /** Empty for an unnamed parameter. */
  readonly name: string
  readonly type: string
  /** The type without its length, which would truncate values. */
  readonly callType: string
  readonly isRequired: boolean
  readonly isVariadic: boolean
}

export type Routine = Name & {
  readonly description: string | null
  readonly parameters: readonly Parameter[]
  readonly returns: Name & { readonly isComposite: boolean; readonly isSet: boolean }
  /** Set if the value is a body of one media type. */
  readonly handler: MediaHandler | undefined
  readonly volatility: 'immutable' | 'stable' | 'volatile'
  /** Its own settings that must be in effect before it is called. */
  readonly settings: Readonly<Record<string, string>>
  readonly isolation: Isolation | undefined
}
