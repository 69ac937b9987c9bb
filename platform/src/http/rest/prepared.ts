import type { Mutation } from '#data-api/plan/plan-write.ts'
import type { Query, Window } from '#data-api/query-string/query.ts'
import type { Routine, Table } from '#data-api/schema-cache/schema.ts'
import type { Slotted } from '#data-api/sql/slots.ts'
import type { MediaType } from './media-types.ts'

/** Everything about a request that does not depend on its values. */
type Shared = {
  main: Slotted
  /** SQL makes the body, which need not be text. */
  isRaw: boolean
  type: MediaType
  window: Window
  /** Said to clients that speak of an embed in a way that will stop working. */
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

/** What a request asks, before its body is looked at; and what was prepared for bodies of different shapes. */
export type Asked = { query: Query; window: Window; prepared: Map<string, Prepared> }
