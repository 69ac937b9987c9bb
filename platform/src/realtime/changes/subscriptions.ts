import type { Caller, ChangeEvent, ChangeListener } from './changes-feed.ts'
import { EqualityIndex } from './equality-index.ts'
import type { Filter } from './parse-filter.ts'

export type CheckedBinding = {
  id: number
  event: ChangeEvent
  schema: string
  /** undefined: every published table of the schema. */
  table: string | undefined
  filter: Filter | null
  select: readonly string[] | undefined
}

export type Subscription = {
  caller: Caller
  readonly bindings: readonly CheckedBinding[]
  readonly listener: ChangeListener
  /** The tables, by the oid under which they are watched. */
  readonly tables: Set<string>
  isActive: boolean
}

type Row = ReadonlyMap<string, string> | null

/** Who is told of which table. */
export class Subscriptions {
  readonly #all = new Set<Subscription>()
  readonly #byTable = new Map<string, EqualityIndex<Subscription>>()
  readonly #roles = new Map<string, number>()
  #bindings = 0

  get bindings(): number {
    return this.#bindings
  }

  get roles(): string[] {
    return [...this.#roles.keys()]
  }

  add(subscription: Subscription): void {
    subscription.isActive = true
    this.#all.add(subscription)
    this.#bindings += subscription.bindings.length
    this.#count(subscription.caller.role, 1)
    for (const key of keysOf(subscription)) {
      const index = this.#byTable.get(key) ?? new EqualityIndex<Subscription>()
      this.#byTable.set(key, index)
      index.add(subscription, bindingsOf(subscription, key))
    }
  }

  remove(subscription: Subscription): void {
    subscription.isActive = false
    if (!this.#all.delete(subscription)) return
    this.#bindings -= subscription.bindings.length
    this.#count(subscription.caller.role, -1)
    for (const key of keysOf(subscription)) {
      const index = this.#byTable.get(key)
      index?.remove(subscription, bindingsOf(subscription, key))
      if (index?.all.size === 0) this.#byTable.delete(key)
    }
  }

  setCallers(callers: ReadonlyMap<Subscription, Caller>): void {
    for (const [subscription, caller] of callers) {
      this.#count(subscription.caller.role, -1)
      subscription.caller = caller
      this.#count(caller.role, 1)
    }
  }

  /** Each once, whatever the number of its bindings. */
  of(schema: string, table: string): ReadonlySet<Subscription> {
    return this.#joined(schema, table, (index) => index.all)
  }

  /** Those that a row may concern: all but some whose filters by equality do not pass it. */
  candidates(schema: string, table: string, row: Row): ReadonlySet<Subscription> {
    return this.#joined(schema, table, (index) => index.candidates(row))
  }

  all(): Subscription[] {
    return [...this.#all]
  }

  #joined(
    schema: string,
    table: string,
    read: (index: EqualityIndex<Subscription>) => ReadonlySet<Subscription>,
  ): ReadonlySet<Subscription> {
    const ofTable = this.#byTable.get(keyOf(schema, table))
    const ofSchema = this.#byTable.get(keyOf(schema, undefined))
    if (!ofSchema) return ofTable ? read(ofTable) : NOBODY
    if (!ofTable) return read(ofSchema)

    return new Set([...read(ofTable), ...read(ofSchema)])
  }

  #count(role: string, by: number) {
    const count = (this.#roles.get(role) ?? 0) + by
    if (count > 0) this.#roles.set(role, count)
    else this.#roles.delete(role)
  }
}

const NOBODY: ReadonlySet<Subscription> = new Set()

const keysOf = ({ bindings }: Subscription) =>
  new Set(bindings.map(({ schema, table }) => keyOf(schema, table)))

const bindingsOf = ({ bindings }: Subscription, key: string) =>
  bindings.filter(({ schema, table }) => keyOf(schema, table) === key)

const keyOf = (schema: string, table: string | undefined) => JSON.stringify([schema, table])

export const bindingsFor = (
  { bindings }: Pick<Subscription, 'bindings'>,
  schema: string,
  table: string,
  event: ChangeEvent,
): CheckedBinding[] =>
  bindings.filter(
    (binding) =>
      binding.schema === schema &&
      (binding.table === undefined || binding.table === table) &&
      (binding.event === '*' || binding.event === event),
  )
