import { createCheckoutBody } from '@app/contract/billing'
import type { CreateCheckoutReply } from '@app/contract/billing-replies'
import { jsonAnswer } from '@app/platform/http/functions/json-answer.ts'
import { readJson } from '@app/platform/http/functions/read-json.ts'
import { assuredFunction } from '@app/platform/http/functions/server-function.ts'
import type { Billing } from '#billing/billing.ts'
import { startCheckout } from '#billing/start-checkout.ts'

type Needs = { billing: Billing }

export const createCheckout = assuredFunction<Needs>('POST', async (request, member, needs) => {
  const order = await readJson(request, createCheckoutBody)
  const checkoutUrl = await startCheckout(needs.billing, member, order)

  return jsonAnswer({ checkoutUrl } satisfies CreateCheckoutReply)
})
