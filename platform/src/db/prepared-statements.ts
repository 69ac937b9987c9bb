import type { BatchBytes } from './batch-bytes.ts'
import type { Statement } from './database.ts'

export type Field = { name: string; read: (text: string) => unknown }

/** A parsed statement; the fields of its rows are known after its first answer. */
export type Parsed = { readonly text: string; fields: readonly Field[] | null }

/**
 * The prepared statements of one connection. A statement with known fields is not described again: PostgreSQL refuses (0A000) changed
 * results, and every failure forgets the statement.
 */
export class PreparedStatements {
  readonly #byName = new Map<string, Parsed>()

  write(bytes: BatchBytes, statement: Statement): Parsed {
    const { text, values = NO_VALUES, binary = false, isMute = false } = statement
    const name = statement.name ?? statementName(text)
    const parsed = this.#known(name, text) ?? this.#parse(bytes, name, text)

    bytes.bind(name, values, binary)
    if (!isMute && parsed.fields === null) bytes.describe()
    bytes.execute()
    return parsed
  }

  /** After a failed batch, it is unknown which statements were parsed. */
  forget(statements: readonly Statement[]): void {
    for (const { name, text } of statements) this.#byName.delete(name ?? statementName(text))
  }

  #known(name: string, text: string): Parsed | undefined {
    const known = this.#byName.get(name)

    return known?.text === text ? known : undefined
  }

  #parse(bytes: BatchBytes, name: string, text: string): Parsed {
    const parsed = { text, fields: null }
    if (name !== UNNAMED) {
      bytes.closeStatement(name)
      this.#byName.set(name, parsed)
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
function statementName(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  if (names.size >= MOST_NAMES) return UNNAMED

  const name = `s${names.size + 1}`
  names.set(text, name)
  return name
}
