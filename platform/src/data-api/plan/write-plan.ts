import type { Payload } from '#data-api/request/payload.ts'
import type { Column, Table } from '#data-api/schema-cache/schema.ts'
import type { Condition } from './read-plan.ts'

type JsonPayload = Extract<Payload, { kind: 'json' }>

type Shared = {
  table: Table
  /** Columns that the statement returns. */
  returning: readonly string[]
}

export type InsertPlan = Shared & {
  kind: 'insert'
  columns: readonly Column[]
  payload: JsonPayload
  appliesDefaults: boolean
  conflict: { columns: readonly string[]; resolution: 'merge' | 'ignore' } | undefined
  /** For PUT: the body's row must match the query string. */
  mustMatch: readonly Condition[]
}

export type UpdatePlan = Shared & {
  kind: 'update'
  columns: readonly Column[]
  payload: JsonPayload
  appliesDefaults: boolean
  where: readonly Condition[]
}

export type DeletePlan = Shared & { kind: 'delete'; where: readonly Condition[] }

export type WritePlan = InsertPlan | UpdatePlan | DeletePlan
