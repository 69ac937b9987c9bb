import type { CheckoutNeeds } from '#checkout/state/needs.ts'
import type { Webhook } from '#checkout/state/objects.ts'
import { WEBHOOK_PATH } from '#checkout/state/store.ts'
import { type Resource, resource, time, timeOrNull } from './resource.ts'

/** Its secret is never shown. */
export const webhookShape = (needs: CheckoutNeeds, one: Webhook): Resource =>
  resource({
    apiUrl: needs.addresses.api ?? '',
    type: 'webhooks',
    id: one.id,
    attributes: {
      store_id: one.storeId,
      url: webhookUrl(needs, one) ?? '',
      events: one.events,
      last_sent_at: timeOrNull(one.lastSentAt),
      created_at: time(one.createdAt),
      updated_at: time(one.updatedAt),
      test_mode: one.testMode,
    },
    relations: ['store'],
  })

/** null: nobody said where the product is. */
export const webhookUrl = ({ product }: CheckoutNeeds, { url }: Webhook): string | null =>
  url ?? (product.url && product.url + WEBHOOK_PATH)
