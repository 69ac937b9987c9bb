import { changePlanBody } from '@app/contract/billing'
import { jsonAnswer } from '@app/platform/http/functions/json-answer.ts'
import { readJson } from '@app/platform/http/functions/read-json.ts'
import { assuredFunction } from '@app/platform/http/functions/server-function.ts'
import type { Billing } from '#billing/billing.ts'
import { changePlan as change } from '#billing/change-plan.ts'

type Needs = { billing: Billing }

export const changePlan = assuredFunction<Needs>('POST', async (request, member, needs) => {
  const body = await readJson(request, changePlanBody)

  return jsonAnswer(await change(needs.billing, member, body))
})
