import type { Caller, ChangeEvent, ChangeListener } from './changes-feed.ts'
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

/** Who is told of which table. */
export class Subscriptions {
  readonly #all = new Set<Subscription>()
  readonly #byTable = new Map<string, Set<Subscription>>()
  #bindings = 0

  get bindings(): number {
    return this.#bindings
  }

  add(subscription: Subscription): void {
    subscription.isActive = true
    this.#all.add(subscription)
    this.#bindings += subscription.bindings.length
    for (const key of keysOf(subscription)) {
      const those = this.#byTable.get(key) ?? new Set()
      this.#byTable.set(key, those.add(subscription))
    }
  }

  remove(subscription: Subscription): void {
    subscription.isActive = false
    if (!this.#all.delete(subscription)) return
    this.#bindings -= subscription.bindings.length
    for (const key of keysOf(subscription)) {
      const those = this.#byTable.get(key)
      those?.delete(subscription)
      if (those?.size === 0) this.#byTable.delete(key)
    }
  }

  /** Each once, whatever the number of its bindings. */
  of(schema: string, table: string): ReadonlySet<Subscription> {
    const ofTable = this.#byTable.get(keyOf(schema, table))
    const ofSchema = this.#byTable.get(keyOf(schema, undefined))
    if (!ofTable || !ofSchema) return ofTable ?? ofSchema ?? NOBODY

    return new Set([...ofTable, ...ofSchema])
  }

  all(): Subscription[] {
    return [...this.#all]
  }
}

const NOBODY: ReadonlySet<Subscription> = new Set()

const keysOf = ({ bindings }: Subscription) =>
  new Set(bindings.map(({ schema, table }) => keyOf(schema, table)))

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
