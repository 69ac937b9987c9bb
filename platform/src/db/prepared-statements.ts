import type { BatchBytes } from './batch-bytes.ts'
import type { Statement } from './database.ts'
import { digestName } from './digest-name.ts'

export type Field = { name: string; read: (text: string) => unknown }

/** A parsed statement; the fields of its rows are known after its first answer. */
export type Parsed = {
  readonly name: string
  readonly text: string
  fields: readonly Field[] | null
}

/**
 * The prepared statements of one connection. A statement with known fields is not described again: PostgreSQL refuses (0A000) changed
 * results, and every failure forgets the statement.
 */
export class PreparedStatements {
  readonly #bySlot = new Map<string, Parsed>()
  /** After a failed batch, it is unknown which of its statements exist, so the next one closes them first. */
  readonly #doubtful = new Set<string>()
  readonly #isOff: boolean

  constructor({ isOff }: { isOff: boolean }) {
    this.#isOff = isOff
  }

  closeDoubtful(bytes: BatchBytes): void {
    for (const name of this.#doubtful) bytes.closeStatement(name)
  }

  /** The closing messages were sent. */
  clearDoubtful(): void {
    this.#doubtful.clear()
  }

  write(bytes: BatchBytes, statement: Statement): Parsed {
    const { text, values = NO_VALUES, binary = false, isMute = false } = statement
    const name = this.#isOff ? UNNAMED : nameOf(statement)
    const slot = statement.slot ?? name
    const parsed = this.#known(slot, name, text) ?? this.#parse(bytes, { slot, name, text })

    bytes.bind(name, values, binary)
    if (!isMute && parsed.fields === null) bytes.describe()
    bytes.execute()
    return parsed
  }

  forget(statements: readonly Statement[]): void {
    for (const statement of statements) {
      const slot = statement.slot ?? nameOf(statement)
      const parsed = this.#bySlot.get(slot)
      if (parsed) this.#doubtful.add(parsed.name)
      this.#bySlot.delete(slot)
    }
  }

  #known(slot: string, name: string, text: string): Parsed | undefined {
    const known = this.#bySlot.get(slot)

    return known?.text === text && known.name === name ? known : undefined
  }

  #parse(bytes: BatchBytes, { slot, name, text }: { slot: string; name: string; text: string }) {
    const parsed: Parsed = { name, text, fields: null }
    if (name !== UNNAMED) {
      const before = this.#bySlot.get(slot)
      if (before && before.name !== name) bytes.closeStatement(before.name)
      bytes.closeStatement(name)
      this.#bySlot.set(slot, parsed)
    }
    bytes.parse(name, text)
    return parsed
  }
}

const NO_VALUES: readonly unknown[] = []
const UNNAMED = ''
const MOST_NAMES = 1000

const names = new Map<string, string>()

/**
 * The name under which a text is prepared once per connection. Our source has few texts; the bound is for texts built at run time.
 */
function nameOf({ name: given, text }: Statement): string {
  if (given !== undefined) return given
  const known = names.get(text)
  if (known !== undefined) return known
  if (names.size >= MOST_NAMES) return UNNAMED

  const name = digestName(text)
  names.set(text, name)
  return name
}
