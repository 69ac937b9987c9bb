import { refreshSubscriptionBody } from '@app/contract/billing'
import type { RefreshSubscriptionReply } from '@app/contract/billing-replies'
import { jsonAnswer } from '@app/platform/http/functions/json-answer.ts'
import { readJson } from '@app/platform/http/functions/read-json.ts'
import { assuredFunction } from '@app/platform/http/functions/server-function.ts'
import type { Billing } from '#billing/billing.ts'
import { refreshSubscription as refresh } from '#billing/refresh-subscription.ts'

type Needs = { billing: Billing }

export const refreshSubscription = assuredFunction<Needs>(
  'POST',
  async (request, member, needs) => {
    const body = await readJson(request, refreshSubscriptionBody)
    const status = await refresh(needs.billing, member, body)

    return jsonAnswer({ status } satisfies RefreshSubscriptionReply)
  },
)
