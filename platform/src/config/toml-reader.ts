import { parse, TomlError } from 'smol-toml'
import { StartError } from '#errors/start-error.ts'

type Table = { [key: string]: unknown }

/** Reads keys of a TOML file and knows which ones nobody has read. */
export type TomlReader = ReturnType<typeof readToml>

/** `env(NAME)` in a string is replaced by that variable; without it the key, or the entry of a list, counts as absent. */
export function readToml(file: string, text: string, environment: Record<string, string>) {
  const root = parsed(file, text)
  const read = new Set<string>()
  const unset = new Set<string>()

  const find = (path: string): unknown => {
    read.add(path)
    const value = path
      .split('.')
      .reduce<unknown>(
        (at, key) => (isTable(at) && Object.hasOwn(at, key) ? at[key] : undefined),
        root,
      )

    return substituted(value)
  }
  const substituted = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(substituted).filter((one) => one !== undefined)
    const name = typeof value === 'string' ? /^env\((\w+)\)$/.exec(value)?.[1] : undefined
    if (name === undefined) return value
    const found = environment[name]
    if (found === undefined) unset.add(name)

    return found
  }
  const typed = <Value>(path: string, kind: string, is: (value: unknown) => value is Value) => {
    const value = find(path)
    if (value === undefined || is(value)) return value

    throw new StartError(`${file}: ${path} must be ${kind}.`)
  }

  return {
    text: (path: string) => typed(path, 'a text', isText),
    flag: (path: string) => typed(path, 'true or false', isFlag),
    whole: (path: string) => typed(path, 'a whole number', isWhole),
    texts: (path: string) => typed(path, 'a list of texts', isTexts),
    /** The names of tables or values within a table. */
    keys: (path: string) => Object.keys(typed(path, 'a table', isTable) ?? {}),
    /** Variables that `env(…)` named and nobody has set. */
    unset: () => [...unset],
    /** Keys that were set and never read; a table without any read key is one entry. */
    unread: () => unreadIn(root, read, ''),
  }
}

function parsed(file: string, text: string): Table {
  try {
    return parse(text)
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    throw new StartError(`${file}, line ${error.line}: ${error.message.split('\n')[0]}`)
  }
}

function unreadIn(table: Table, read: ReadonlySet<string>, prefix: string): string[] {
  return Object.entries(table).flatMap(([key, value]) => {
    const path = `${prefix}${key}`
    if (!isTable(value)) return read.has(path) ? [] : [path]
    const isUsed = [...read].some((one) => one.startsWith(`${path}.`))

    return isUsed ? unreadIn(value, read, `${path}.`) : [`${path}.*`]
  })
}

const isTable = (value: unknown): value is Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
const isText = (value: unknown): value is string => typeof value === 'string'
const isFlag = (value: unknown): value is boolean => typeof value === 'boolean'
const isWhole = (value: unknown): value is number => Number.isSafeInteger(value)
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText)
