import { resumeSubscriptionBody } from '@app/contract/billing'
import type { SubscriptionReply } from '@app/contract/billing-replies'
import { jsonAnswer } from '@app/platform/http/functions/json-answer.ts'
import { readJson } from '@app/platform/http/functions/read-json.ts'
import { assuredFunction } from '@app/platform/http/functions/server-function.ts'
import type { Billing } from '#billing/billing.ts'
import { resumeSubscription as resume } from '#billing/resume-subscription.ts'

type Needs = { billing: Billing }

export const resumeSubscription = assuredFunction<Needs>('POST', async (request, member, needs) => {
  const body = await readJson(request, resumeSubscriptionBody)
  const subscription = await resume(needs.billing, member, body)

  return jsonAnswer({ subscription } satisfies SubscriptionReply)
})
