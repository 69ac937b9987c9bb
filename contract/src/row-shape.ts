// Apart from the schemas: the first screen parses these replies and does not download zod for it.

type Kind = 'text' | 'text or null' | 'int' | 'int or null' | 'boolean' | readonly string[]

type ValueOf<One extends Kind> = One extends 'text'
  ? string
  : One extends 'text or null'
    ? string | null
    : One extends 'int'
      ? number
      : One extends 'int or null'
        ? number | null
        : One extends 'boolean'
          ? boolean
          : One extends readonly (infer Word)[]
            ? Word
            : never

export type RowOf<Shape extends Record<string, Kind>> = {
  [Column in keyof Shape]: ValueOf<Shape[Column]>
}

/** Rows of a database function. Has the interface of a schema; columns that the shape does not name are left out. */
export const rowsOf = <const Shape extends Record<string, Kind>>(shape: Shape) => ({
  parse(reply: unknown): RowOf<Shape>[] {
    if (!Array.isArray(reply)) throw new TypeError('not a list of rows')

    return reply.map((row) => {
      const columns = Object.entries(shape).map(([column, kind]) => {
        const value: unknown = Object(row)[column]
        if (!isOf(kind, value)) throw new TypeError(`${column} is not of the expected kind`)
        return [column, value]
      })
      return Object.fromEntries(columns) as RowOf<Shape>
    })
  },
})

function isOf(kind: Kind, value: unknown): boolean {
  if (typeof kind !== 'string') return kind.some((word) => word === value)
  if (value === null) return kind.endsWith('or null')
  if (kind.startsWith('int')) return Number.isInteger(value)

  return typeof value === (kind === 'boolean' ? 'boolean' : 'string')
}
