import type { Mutation } from '#data-api/plan/plan-write.ts'
import type { Query, Window } from '#data-api/query-string/query.ts'
import type { Routine, Table } from '#data-api/schema-cache/schema.ts'
import type { Slotted } from '#data-api/sql/slots.ts'
import type { MediaType } from './media-types.ts'

/** The part of a request that does not depend on its values. */
type Shared = {
  main: Slotted
  /** Whether SQL produces the body, which can be binary. */
  isRaw: boolean
  type: MediaType
  window: Window
  /** A deprecation warning about how an embed is referenced. */
  warning: string | undefined
}

export type PreparedRead = Shared & {
  kind: 'read'
  table: string
  isHead: boolean
  explain: Slotted | undefined
}

export type PreparedWrite = Shared & {
  kind: 'write'
  mutation: Mutation
  table: Table
  query: Query
}

export type PreparedCall = Shared & {
  kind: 'call'
  isHead: boolean
  readOnly: boolean
  routine: Routine
}

export type Prepared = PreparedRead | PreparedWrite | PreparedCall

/** A parsed request without its body, and its statements for bodies of different shapes. */
export type ParsedQuery = { query: Query; window: Window; prepared: Map<string, Prepared> }
