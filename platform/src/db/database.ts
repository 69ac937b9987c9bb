import type { Trace } from '#log/trace.ts'

/** The caller as the database sees them. Row policies decide from the role and the claims. */
export type Caller = {
  /** `null`: the server's own login role, which owns the platform's schemas. */
  readonly role: string | null
  /** The value of `request.jwt.claims`. */
  readonly claims: Readonly<Record<string, unknown>>
}

export const visitor: Caller = { role: 'anon', claims: { role: 'anon' } }

/** Bypasses row policies; every use has a comment with the reason. */
export const serviceRole: Caller = { role: 'service_role', claims: { role: 'service_role' } }

/** The server acting for itself, in schemas that no API role can access. */
export const theServer: Caller = { role: null, claims: {} }

export type Rows<Row> = { rows: Row[]; rowCount: number }

export type Statement = {
  text: string
  values?: readonly unknown[]
  /** A named statement is prepared once per connection and reused; `digestName` makes the name. */
  name?: string
  /** A further statement in the same slot replaces this one on the connection, which bounds their number. */
  slot?: string | undefined
  /** Every column is a Buffer in PostgreSQL's binary format: for bytea, its bytes. */
  binary?: boolean
  /** Text columns over 256 KB are returned as Buffers, so that they can be forwarded without decoding. */
  keepsLarge?: boolean
  /** Its rows are ignored, so no row description is requested. */
  isMute?: boolean
}

export type Sql = {
  query<Row = Record<string, unknown>>(
    text: string,
    values?: readonly unknown[],
  ): Promise<Rows<Row>>
  /** Notifies the channel's listeners after the commit, as `Database.announce` does. */
  announce(channel: string): void
}

export type Transaction = Sql & {
  /** Several statements in one round trip, each with its own snapshot of committed data. */
  queryAll(statements: readonly Statement[]): Promise<Rows<Record<string, unknown>>[]>
  /**
   * For statements without a needed answer: they are sent with the next query or the commit, which reports their failure.
   */
  readonly later: Sql
}

export type AsOptions = {
  readOnly?: boolean
  /** Further transaction-local settings, applied before the role changes. */
  settings?: Readonly<Record<string, string>>
  /** The time limit of each statement, replacing the general limit. */
  statementLimitMs?: number
  /** Of a request without an async context, whose trace would be found by itself. */
  trace?: Trace | undefined
}

export type AskOptions = AsOptions & {
  isolation?: 'repeatable read' | 'serializable'
  /** Checks the answers before the commit; throwing rolls everything back. */
  judge?: (answers: readonly Rows<Record<string, unknown>>[]) => void
  /** A dry run: deferred constraints are checked, then everything is rolled back. */
  undo?: boolean
}

export type Database = {
  readonly kind: 'embedded' | 'postgres'
  /** How many transactions can run at once. */
  readonly connections: number
  /** A standby, if one is configured. */
  readonly replica?: Replica
  /**
   * Runs work in one transaction as the caller. Work may run again after a serialisation failure, so it must use only `sql`; call other
   * services before or after.
   */
  as<T>(caller: Caller, work: (sql: Transaction) => Promise<T>, options?: AsOptions): Promise<T>
  /** The same for a single statement, in one round trip. */
  ask<Row = Record<string, unknown>>(
    caller: Caller,
    statement: Statement,
    options?: AsOptions,
  ): Promise<Rows<Row>>
  /**
   * Several statements, one answer each, sent in one write. The commit is sent with them unless an option has to
   * check the answers first.
   */
  askAll(
    caller: Caller,
    statements: readonly Statement[],
    options?: AskOptions,
  ): Promise<Rows<Record<string, unknown>>[]>
  /** Runs a file of several statements in one transaction, as the server. */
  script(text: string): Promise<void>
  /** Calls back for each notification, and reconnects; `onGap` is called when some may have been missed. */
  listen(
    channel: string,
    onNotification: (payload: string) => void,
    onGap?: () => void,
  ): Promise<() => void>
  /**
   * Notifies the channel's listeners, at most ten times a second. PostgreSQL commits those that notify one after the other, so it is no
   * part of a transaction. A notification may be lost: listeners also poll.
   */
  announce(channel: string): void
  /** Calls back after each transaction of this process that may have written; the result stops it. */
  watchCommits(onCommit: () => void): () => void
  /** Rejects when the database cannot answer. Two servers with different timelines write to different primaries. */
  ping(): Promise<{ timeline: number | null }>
  stats(): PoolStats
  close(): Promise<void>
}

/** `unsuitable`: it is no standby of this database, or is behind a pooler. */
export type ReplicaState = 'away' | 'behind' | 'in use' | 'unsuitable'

/** A standby that serves reads while it is at most two seconds behind. */
export type Replica = Pick<Database, 'ask' | 'askAll' | 'connections'> & {
  /** Begins to compare it with the primary; `onChange` hears each new state, and why. */
  watch(onChange: (state: ReplicaState, cause: unknown) => void): void
  state(): ReplicaState
  /** How long ago everything that the primary had was here, too; infinite if that is not known. */
  lagMs(): number
}

export type PoolStats = { total: number; idle: number; waiting: number }
