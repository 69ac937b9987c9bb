import type { Payload } from '#data-api/request/payload.ts'
import type { Parameter, Routine } from '#data-api/schema-cache/schema.ts'
import type { CallArguments, CallPlan } from './call-plan.ts'
import type { ReadPlan } from './read-plan.ts'
import { returningFor } from './returning.ts'

type NamedValues = readonly (readonly [name: string, value: string])[]

/** Plans a call from its arguments and from the columns to return. */
export function planCall(
  routine: Routine,
  passed: { values: NamedValues } | { payload: Payload; argumentNames: readonly string[] },
  reading: ReadPlan,
): CallPlan {
  return {
    routine,
    arguments: 'values' in passed ? byValue(routine, passed.values) : byBody(routine, passed),
    returning: returningFor(reading, []),
  }
}

function byBody(
  routine: Routine,
  { payload, argumentNames }: { payload: Payload; argumentNames: readonly string[] },
): CallArguments {
  const [only] = routine.parameters
  if (payload.kind === 'form') return byValue(routine, payload.args)
  if (routine.parameters.length === 1 && only?.name === '') {
    return { kind: 'body', type: only.type, text: payload.text }
  }
  const parameters = routine.parameters.filter(({ name }) => argumentNames.includes(name))
  if (parameters.length === 0 || payload.kind === 'raw') return { kind: 'none' }

  return { kind: 'json', parameters, text: payload.text, isObject: payload.isObject }
}

/** The last value of a repeated name is used, unless the parameter is variadic. */
function byValue(routine: Routine, passed: NamedValues): CallArguments {
  const values = routine.parameters.flatMap((parameter) => {
    const own = passed.filter(([name]) => name === parameter.name).map(([, value]) => value)

    return own.length === 0 ? [] : [{ parameter, value: valueFor(parameter, own) }]
  })

  return values.length === 0 ? { kind: 'none' } : { kind: 'values', values }
}

const valueFor = ({ isVariadic }: Parameter, own: readonly string[]): string | readonly string[] =>
  isVariadic ? own : (own.at(-1) ?? '')
