import { billingPortalBody } from '@app/contract/billing'
import type { BillingPortalReply } from '@app/contract/billing-replies'
import { jsonAnswer } from '@app/platform/http/functions/json-answer.ts'
import { readJson } from '@app/platform/http/functions/read-json.ts'
import { assuredFunction } from '@app/platform/http/functions/server-function.ts'
import type { Billing } from '#billing/billing.ts'
import { openPortal } from '#billing/open-portal.ts'

type Needs = { billing: Billing }

export const billingPortal = assuredFunction<Needs>('POST', async (request, member, needs) => {
  const body = await readJson(request, billingPortalBody)
  const reply: BillingPortalReply = { url: await openPortal(needs.billing, member, body) }

  return jsonAnswer(reply)
})
