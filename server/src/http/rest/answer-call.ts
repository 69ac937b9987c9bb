import { execute, explainOnly, type Result } from '#data-api/execute.ts'
import type { Payload } from '#data-api/payload.ts'
import { returnsVoid } from '#data-api/plan/call-plan.ts'
import { type BodyType, findFunction } from '#data-api/plan/find-function.ts'
import { planCall } from '#data-api/plan/plan-call.ts'
import { planRead } from '#data-api/plan/plan-read.ts'
import type { Query, Window } from '#data-api/query-string/query.ts'
import { maxAffectedNeedsRows, tooManyAffected } from '#data-api/request-errors.ts'
import type { Routine } from '#data-api/schema-cache/schema.ts'
import { explained } from '#data-api/sql/plan-statement.ts'
import { callStatement } from '#data-api/sql/statements.ts'
import { oneRow, planAnswer, statusFor, totalOf, warningAbout } from './answer-read.ts'
import { contentRange, contentType, headersOf, profileHeader, withOverrides } from './answers.ts'
import { type Context, refuseUnknownPreferences, transactionOf } from './context.ts'
import { negotiate } from './negotiate.ts'
import { appliedPreferences } from './prefer.ts'
import type { Answer } from './rest-request.ts'

export type Call = {
  function: string
  isHead: boolean
  query: Query
  window: Window
  /** undefined when it is read by GET: then the arguments stand in the address. */
  sent: { payload: Payload; type: BodyType } | undefined
}

export async function answerCall(context: Context, call: Call): Promise<Answer> {
  const { needs, caller, world, preferences, accepts, profile } = context
  const { options } = needs
  const { query, window, isHead } = call
  const argumentNames = argumentNamesOf(call)
  const routine = findFunction(world, {
    name: call.function,
    argumentNames,
    body: call.sent?.type,
  })
  const name = { schema: routine.schema, name: rowsNameOf(routine) }
  const reading = planRead(world, { name, from: 'function' }, query, window, options)
  const given = call.sent ? { payload: call.sent.payload, argumentNames } : { values: query.args }
  const plan = planCall(routine, given, reading.plan)
  const { type, form } = negotiate(accepts, options.arePlansAllowed)
  refuseUnknownPreferences(preferences)
  const mostRows = mostAffected(context, routine)

  const main = callStatement(reading.plan, plan, isHead ? { kind: 'none' } : form, {
    count: preferences.count,
    maxRows: options.maxRows,
  })
  const readOnly = call.sent === undefined || routine.volatility !== 'volatile'
  const work = { ...transactionOf(context, routine), main, readOnly }
  if (type.kind === 'plan') {
    const explaining = explained(main, type.format, type.options)
    return planAnswer(
      context,
      type,
      await explainOnly(needs, caller, { ...work, main: explaining }),
    )
  }

  const result = await execute(needs, caller, {
    ...work,
    judge: judgeOf(type.kind === 'object', mostRows),
  })
  return withOverrides(render(), result)

  function render(): Answer {
    const total = totalOf(context, result)
    const isVoid = returnsVoid(routine)
    const status = statusFor(window, result.page, total)

    return {
      status: isVoid ? 204 : status,
      headers: headersOf({
        'content-range': contentRange(window.offset, result.page, total),
        'content-type': isVoid ? undefined : contentType(type),
        'content-profile': isVoid ? undefined : profileHeader(profile),
        'preference-applied': appliedPreferences(preferences, [
          'count',
          'tx',
          'handling',
          'timezone',
          'maxAffected',
        ]),
        warning: warningAbout(reading),
      }),
      body: isVoid || isHead ? null : result.body,
    }
  }
}

export function argumentNamesOf({ sent, query }: Pick<Call, 'sent' | 'query'>): string[] {
  if (!sent) return [...new Set(query.args.map(([name]) => name))]
  const { payload } = sent
  if (payload.kind === 'raw') return []

  return [...new Set(payload.kind === 'json' ? payload.keys : payload.args.map(([name]) => name))]
}

/** Rows of a relation can have what the relation has: filters by type, and embeds. */
const rowsNameOf = ({ name, returns }: Routine): string =>
  returns.isComposite && returns.name !== 'record' ? returns.name : name

function mostAffected({ preferences }: Context, { returns }: Routine): number | undefined {
  const { handling, maxAffected } = preferences
  if (maxAffected === undefined || handling !== 'strict') return undefined
  if (!returns.isSet) throw maxAffectedNeedsRows()

  return maxAffected
}

function judgeOf(isSingle: boolean, mostRows: number | undefined) {
  if (!isSingle && mostRows === undefined) return undefined

  return (result: Result) => {
    if (isSingle) oneRow(result)
    if (mostRows !== undefined && result.page > mostRows) throw tooManyAffected(result.page)
  }
}
