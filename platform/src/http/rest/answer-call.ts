import type { Result } from '#data-api/execution/execute.ts'
import { returnsVoid } from '#data-api/plan/call-plan.ts'
import { oneRow, planAnswer, statusFor, totalOf } from './answer-read.ts'
import { refuseMoreThan } from './answer-write.ts'
import { contentRange, contentType, headersOf, profileHeader, withOverrides } from './answers.ts'
import type { Context } from './context.ts'
import { appliedPreferences, type Honoured } from './prefer.ts'
import type { Ready } from './prepare.ts'
import type { PreparedCall } from './prepared.ts'
import type { Answer } from './rest-request.ts'
import { runPrepared } from './run-prepared.ts'

const HONOURED: Honoured = ['count', 'tx', 'handling', 'timezone', 'maxAffected']

export async function answerCall(
  context: Context,
  prepared: PreparedCall,
  values: Ready['values'],
): Promise<Answer> {
  const { preferences, profile } = context
  const { type, window, isHead, readOnly, routine, warning } = prepared
  const result = await runPrepared(context, prepared, {
    values,
    readOnly,
    judge: judgeOf(context, type.kind === 'object'),
  })
  if (typeof result === 'string') return planAnswer(context, prepared, result)

  const total = totalOf(context, result)
  const isVoid = returnsVoid(routine)
  const status = statusFor(window, result.page, total)
  const answer: Answer = {
    status: isVoid ? 204 : status,
    headers: headersOf({
      'content-range': contentRange(window.offset, result.page, total),
      'content-type': isVoid ? undefined : contentType(type),
      'content-profile': isVoid ? undefined : profileHeader(profile),
      'preference-applied': appliedPreferences(preferences, HONOURED),
      warning,
    }),
    body: isVoid || isHead ? null : result.body,
  }
  return withOverrides(answer, result)
}

function judgeOf({ preferences }: Context, isSingle: boolean) {
  const { handling, maxAffected } = preferences
  const most = handling === 'strict' ? maxAffected : undefined
  if (!isSingle && most === undefined) return undefined

  return (result: Result) => {
    if (isSingle) oneRow(result)
    refuseMoreThan(most, result)
  }
}
