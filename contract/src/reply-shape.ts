// Checks of replies, separate from request schemas, so that pages do not download zod.

export type Parser<Value> = { parse: (reply: unknown) => Value }

/** The type of a checked reply. */
export type Parsed<One extends Parser<unknown>> = ReturnType<One['parse']>

type Word = string | boolean | null

type Kind =
  | 'text'
  | 'text or null'
  | 'int'
  | 'int or null'
  | 'number'
  | 'boolean'
  | readonly Word[]
  | Parser<unknown>

type ValueOf<One extends Kind> = One extends 'text'
  ? string
  : One extends 'text or null'
    ? string | null
    : One extends 'int' | 'number'
      ? number
      : One extends 'int or null'
        ? number | null
        : One extends 'boolean'
          ? boolean
          : One extends readonly (infer Known)[]
            ? Known
            : One extends Parser<infer Value>
              ? Value
              : never

export type RowOf<Shape extends Record<string, Kind>> = {
  [Column in keyof Shape]: ValueOf<Shape[Column]>
}

/** One object. Unnamed fields are omitted. */
export const recordOf = <const Shape extends Record<string, Kind>>(
  shape: Shape,
): Parser<RowOf<Shape>> => ({
  parse(reply) {
    const columns = Object.entries(shape).map(([column, kind]) => {
      const value: unknown = Object(reply)[column]
      if (isParser(kind)) return [column, kind.parse(value)]
      if (!isOf(kind, value)) throw new TypeError(`${column} is not of the expected kind`)
      return [column, value]
    })
    return Object.fromEntries(columns) as RowOf<Shape>
  },
})

export const listOf = <Value>(one: Parser<Value>): Parser<Value[]> => ({
  parse(reply) {
    if (!Array.isArray(reply)) throw new TypeError('not a list')

    return reply.map((item) => one.parse(item))
  },
})

export const rowsOf = <const Shape extends Record<string, Kind>>(shape: Shape) =>
  listOf(recordOf(shape))

export const orNull = <Value>(one: Parser<Value>): Parser<Value | null> => ({
  parse: (reply) => (reply === null ? null : one.parse(reply)),
})

/** For fields that older rows and servers lack. */
export const missingAs = <Value>(value: Value, one: Parser<Value>): Parser<Value> => ({
  parse: (reply) => (reply === undefined ? value : one.parse(reply)),
})

/** A non-object value. */
export const scalarOf = <const One extends Exclude<Kind, Parser<unknown>>>(
  kind: One,
): Parser<ValueOf<One>> => ({
  parse(reply) {
    if (!isOf(kind, reply)) throw new TypeError('not of the expected kind')

    return reply as ValueOf<One>
  },
})

const isParser = (kind: Kind): kind is Parser<unknown> =>
  typeof kind === 'object' && 'parse' in kind

function isOf(kind: Exclude<Kind, Parser<unknown>>, value: unknown): boolean {
  if (typeof kind !== 'string') return kind.some((word) => word === value)
  if (value === null) return kind.endsWith('or null')
  if (kind.startsWith('int')) return Number.isInteger(value)
  if (kind.startsWith('text')) return typeof value === 'string'

  return typeof value === kind
}
