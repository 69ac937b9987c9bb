import type { ChangeData } from './change-data.ts'

/** Tells subscribers of committed changes in published tables that row policies let them see. */
export interface ChangesFeed {
  /**
   * Checks the bindings; resolves once everything committed from now on is told. Throws ChangesRefused with a text for the client, or
   * AppError while the database is away.
   */
  subscribe(
    caller: Caller,
    bindings: readonly ChangeBinding[],
    listener: ChangeListener,
  ): Promise<ChangeSubscription>
  /** A transaction of this process has committed. */
  wake(): void
  start(): Promise<void>
  stop(): Promise<void>
}

export interface Caller {
  readonly role: string
  readonly claims: Readonly<Record<string, unknown>>
}

export interface ChangeBinding {
  readonly id: number
  readonly event: ChangeEvent
  readonly schema: string
  /** Without one: every published table of the schema. */
  readonly table?: string | undefined
  readonly filter?: string | undefined
  readonly select?: readonly string[] | undefined
}

export type ChangeEvent = '*' | 'INSERT' | 'UPDATE' | 'DELETE'

export interface ChangeListener {
  /** Called once for each different payload of a change, with the bindings that it is for. */
  change(ids: readonly number[], data: ChangeData): void
  /** Changes may be missing: the subscription has ended, and the client has to read again. */
  gap(reason: string): void
}

export interface ChangeSubscription {
  /** The same person with another token: later changes are checked with it. */
  setCaller(caller: Caller): void
  end(): void
}

/** Its message is what the client reads. */
export class ChangesRefused extends Error {
  override readonly name = 'ChangesRefused'
}
