/** Who the database sees. Row policies decide from the role and the claims. */
export type Caller = {
  /** `null` stays the server's own login role, which owns the platform's schemas. */
  readonly role: string | null
  /** Becomes `request.jwt.claims`. */
  readonly claims: Readonly<Record<string, unknown>>
}

export const visitor: Caller = { role: 'anon', claims: { role: 'anon' } }

/** Bypasses row policies: every use says why. */
export const serviceRole: Caller = { role: 'service_role', claims: { role: 'service_role' } }

/** The server on its own behalf, in schemas that no API role can reach. */
export const theServer: Caller = { role: null, claims: {} }

export type Rows<Row> = { rows: Row[]; rowCount: number }

export type Statement = {
  text: string
  values?: readonly unknown[]
  /** Under a name it is prepared once per connection and reused. */
  name?: string
  /** Every column comes as a Buffer in PostgreSQL's binary form: for bytea, its bytes. */
  binary?: boolean
  /** Nobody reads its rows, so that it need not say what they look like. */
  isMute?: boolean
}

export type Sql = {
  query<Row = Record<string, unknown>>(
    text: string,
    values?: readonly unknown[],
  ): Promise<Rows<Row>>
}

export type AsOptions = {
  readOnly?: boolean
  /** Further transaction-local settings, applied before the role changes. */
  settings?: Readonly<Record<string, string>>
  /** Ends each statement after so long, instead of the general limit. */
  statementLimitMs?: number
}

export type AskOptions = AsOptions & {
  isolation?: 'repeatable read' | 'serializable'
  /** Sees the answers before anything is final; what it throws undoes all of it. */
  judge?: (answers: readonly Rows<Record<string, unknown>>[]) => void
  /** A rehearsal: deferred constraints are checked, and then nothing stays. */
  undo?: boolean
}

export type Database = {
  readonly kind: 'embedded' | 'postgres'
  /** How many transactions can run at once. */
  readonly connections: number
  /**
   * Runs work in one transaction in which PostgreSQL sees the caller. Work may run again after a
   * serialisation failure, so it touches nothing but `sql`; the outside is called before or after.
   */
  as<T>(caller: Caller, work: (sql: Sql) => Promise<T>, options?: AsOptions): Promise<T>
  /** The same for a single statement, in one round trip. */
  ask<Row = Record<string, unknown>>(
    caller: Caller,
    statement: Statement,
    options?: AsOptions,
  ): Promise<Rows<Row>>
  /**
   * Several statements, one answer each. They leave in one write, and the commit leaves with them
   * unless an option needs to see the answers first.
   */
  askAll(
    caller: Caller,
    statements: readonly Statement[],
    options?: AskOptions,
  ): Promise<Rows<Record<string, unknown>>[]>
  /** A file of several statements, in one transaction, as the server itself. */
  script(text: string): Promise<void>
  /** Calls back for each notification, across lost connections; `onGap` when some may have been missed. */
  listen(channel: string, heard: (payload: string) => void, onGap?: () => void): Promise<() => void>
  /** Rejects when the database cannot answer. */
  ping(): Promise<void>
  stats(): PoolStats
  close(): Promise<void>
}

export type PoolStats = { total: number; idle: number; waiting: number }
