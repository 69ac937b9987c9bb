import { type CallPlan, returnsScalar } from '#data-api/plan/call-plan.ts'
import { columnOf, qualified, quoteName } from '#data-api/quoting/identifiers.ts'
import type { Parameter } from '#data-api/schema-cache/schema.ts'
import type { Parameters } from './parameters.ts'
import { BODY, payloadSql } from './payload-sql.ts'

const CALL = 'pgrst_call'

/** The single column of a function that returns a scalar. */
export const SCALAR = 'pgrst_scalar'

/** A function call as a select. */
export function callSql(parameters: Parameters, plan: CallPlan): string {
  const { arguments: passed } = plan

  switch (passed.kind) {
    case 'none':
      return calling(plan, '', '')
    case 'body':
      return calling(plan, '', `${parameters.add(passed.text)}::${passed.type}`)
    case 'values': {
      const args = passed.values.map(({ parameter, value }) => {
        const sql =
          typeof value === 'string'
            ? parameters.add(value)
            : `array[${value.map((one) => parameters.add(one)).join(', ')}]`
        return named(parameter, `${sql}::${parameter.callType}`)
      })
      return calling(plan, '', args.join(', '))
    }
    case 'json': {
      const columns = passed.parameters.map(({ name, callType }) => ({ name, type: callType }))
      const rows = payloadSql(parameters, passed, columns, { isSingle: true })
      const args = passed.parameters.map((one) => named(one, columnOf(BODY, one.name)))
      return calling(plan, `${rows}, lateral `, args.join(', '))
    }
  }
}

function calling({ routine, returning }: CallPlan, before: string, args: string): string {
  const call = `${qualified(routine)}(${args})`
  if (returnsScalar(routine)) {
    return `select ${CALL}.${SCALAR} from ${before}(select ${call} ${SCALAR}) ${CALL}`
  }
  const columns = returning.map((name) => columnOf(CALL, name)).join(', ')

  return `select ${columns || '*'} from ${before}${call} ${CALL}`
}

const named = ({ name, isVariadic }: Parameter, value: string): string =>
  `${isVariadic ? 'variadic ' : ''}${quoteName(name)} := ${value}`
