import { RestError } from '#data-api/errors/rest-error.ts'
import type { ExposedSchema, Routine } from '#data-api/schema-cache/schema.ts'
import { echo, echoAll } from '#errors/echo.ts'
import { closest, LIKELY } from './closest.ts'
import { severalFunctions } from './schema-errors.ts'

/** Types of a request body that a function can take as a whole, besides JSON. */
export type BodyType = 'json' | 'text' | 'xml' | 'binary' | 'other'

export type Call = {
  name: string
  argumentNames: readonly string[]
  /** undefined when the arguments are in the query string. */
  body: BodyType | undefined
}

const WHOLE_BODY: Record<BodyType, readonly string[]> = {
  json: ['json', 'jsonb'],
  text: ['text'],
  xml: ['xml'],
  binary: ['bytea'],
  other: [],
}

/** Finds the function that a call refers to, by name and argument names. */
export function findFunction(exposed: ExposedSchema, call: Call): Routine {
  const namesakes = exposed.functions.get(call.name) ?? []
  const byNames = namesakes.filter((routine) => takesNames(routine, call))
  const candidates =
    byNames.length > 0 ? byNames : namesakes.filter((routine) => takesBody(routine, call.body))
  const [only] = candidates

  if (!only) throw noFunction(exposed, call, namesakes)
  if (candidates.length > 1) throw severalFunctions(candidates)
  return only
}

function takesNames({ parameters }: Routine, { argumentNames, body }: Call): boolean {
  if (parameters.length === 0) {
    return argumentNames.length === 0 && !isRaw(body)
  }
  const passed = new Set(argumentNames)
  const required = parameters.filter(({ isRequired }) => isRequired)

  return (
    required.every(({ name }) => passed.has(name)) &&
    argumentNames.every((name) => parameters.some((parameter) => parameter.name === name))
  )
}

function takesBody({ parameters }: Routine, body: BodyType | undefined): boolean {
  const [only] = parameters

  return (
    body !== undefined &&
    parameters.length === 1 &&
    only?.name === '' &&
    WHOLE_BODY[body].includes(only.type)
  )
}

const isRaw = (body: BodyType | undefined): boolean =>
  body === 'text' || body === 'xml' || body === 'binary'

function noFunction(exposed: ExposedSchema, call: Call, namesakes: readonly Routine[]): RestError {
  const name = `${exposed.schema}.${echo(call.name)}`
  const passed = call.argumentNames.toSorted()
  const isBodyOnly = isRaw(call.body)
  const without = passed.length === 0 ? ' without parameters' : undefined
  const shown = isBodyOnly ? '' : (without ?? `(${echoAll(passed)})`)

  return new RestError(
    404,
    'PGRST202',
    `Could not find the function ${name}${shown} in the schema cache`,
    {
      details: `Searched for the function ${name}${searched(call, passed, without)}, but no matches were found in the schema cache.`,
      hint: isBodyOnly ? null : functionHint(exposed, call.name, passed, namesakes),
    },
  )
}

function searched({ body }: Call, passed: readonly string[], without: string | undefined): string {
  if (body === 'text' || body === 'xml') return ` with a single unnamed ${body} parameter`
  if (body === 'binary') return ' with a single unnamed bytea parameter'
  const named = without ?? ` with parameter${passed.length > 1 ? 's' : ''} ${echoAll(passed)}`

  return body === 'json' ? `${named} or with a single unnamed json/jsonb parameter` : named
}

function functionHint(
  exposed: ExposedSchema,
  name: string,
  passed: readonly string[],
  namesakes: readonly Routine[],
): string | null {
  const listed = (names: readonly string[]) => `(${names.toSorted().join(', ')})`
  const instead =
    namesakes.length === 0
      ? closest([...exposed.functions.keys()], name, LIKELY)
      : closest(
          namesakes.map(({ parameters }) => listed(parameters.map((one) => one.name))),
          listed(passed),
        )
  if (instead === null) return null

  const meant = namesakes.length === 0 ? instead : name + instead
  return `Perhaps you meant to call the function ${exposed.schema}.${meant}`
}
