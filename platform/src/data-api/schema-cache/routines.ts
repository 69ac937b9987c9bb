import type { ArgumentRow, FunctionRow } from './functions-catalog.ts'
import type { Isolation, MediaHandler, Parameter, Routine } from './schema.ts'

const VOLATILITIES = { i: 'immutable', s: 'stable', v: 'volatile' } as const

/** Settings that must be in effect before the statement calls the function. */
const HOISTED = new Set(['statement_timeout', 'plan_filter.statement_cost_limit'])

/** Types of a single unnamed parameter that takes the whole body. */
const WHOLE_BODY = new Set(['json', 'jsonb', 'text', 'xml', 'bytea'])

/** Functions that can be called by argument name, or with the body as their only argument. */
export function routinesByName(rows: readonly FunctionRow[]): Map<string, Routine[]> {
  const byName = new Map<string, Routine[]>()

  for (const row of rows) {
    if (!isCallable(row.arguments ?? [])) continue
    byName.set(row.name, [...(byName.get(row.name) ?? []), routineOf(row)])
  }
  return byName
}

function isCallable(args: readonly ArgumentRow[]): boolean {
  const [only] = args

  return (
    args.every(({ name }) => name !== '') || (args.length === 1 && WHOLE_BODY.has(only?.type ?? ''))
  )
}

function routineOf(row: FunctionRow): Routine {
  const args = row.arguments ?? []
  const settings = (row.settings ?? []).map(splitSetting)

  return {
    schema: row.schema,
    name: row.name,
    description: row.description,
    parameters: args.map((argument, i) => parameterOf(argument, i < args.length - row.defaults)),
    returns: {
      schema: row.return_schema,
      name: row.return_name,
      isComposite: row.returns_composite,
      isSet: row.returns_set,
    },
    handler: handlerOf(row),
    volatility: VOLATILITIES[row.volatility],
    settings: Object.fromEntries(settings.filter(([name]) => HOISTED.has(name))),
    isolation: isolationIn(settings),
  }
}

function handlerOf(row: FunctionRow): MediaHandler | undefined {
  const { media_type: mediaType, media_is_jsonb: isJsonb, returns_composite } = row
  if (mediaType === null || returns_composite) return undefined

  return { aggregate: null, rowType: null, mediaType, isJsonb }
}

const parameterOf = ({ name, type, is_variadic }: ArgumentRow, isRequired: boolean): Parameter => ({
  name,
  type,
  callType: type.replace(/^(bit|character)(\[\])?$/, '$1 varying$2'),
  isRequired,
  isVariadic: is_variadic,
})

function splitSetting(entry: string): [name: string, value: string] {
  const equals = entry.indexOf('=')

  return [entry.slice(0, equals), entry.slice(equals + 1)]
}

export function isolationIn(settings: readonly (readonly [string, string])[]) {
  const value = settings.find(([name]) => name === 'default_transaction_isolation')?.[1]

  return value === 'serializable' || value === 'repeatable read'
    ? (value satisfies Isolation)
    : undefined
}
