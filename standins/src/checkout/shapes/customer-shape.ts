import type { CheckoutNeeds } from '#checkout/state/needs.ts'
import type { Customer } from '#checkout/state/objects.ts'
import { dollars } from './money.ts'
import { formatted, type Resource, resource, time } from './resource.ts'
import { SIGNED_FOR_MS, signedUrl } from './signed-url.ts'

export function customerShape(needs: CheckoutNeeds, one: Customer): Resource {
  const { invoices, subscriptions } = needs.memory.shop.state
  const revenue = invoices
    .filter(({ customerId, status }) => customerId === one.id && status === 'paid')
    .reduce((sum, { total }) => sum + total, 0)
  const hasPortal = subscriptions.some(({ customerId }) => customerId === one.id)

  return resource({
    apiUrl: needs.addresses.api ?? '',
    type: 'customers',
    id: one.id,
    attributes: {
      store_id: one.storeId,
      name: one.name,
      email: one.email,
      status: one.status,
      city: one.city,
      region: one.region,
      country: one.country,
      total_revenue_currency: revenue,
      mrr: 0,
      status_formatted: formatted(one.status),
      country_formatted: one.country,
      total_revenue_currency_formatted: dollars(revenue),
      mrr_formatted: dollars(0),
      urls: {
        customer_portal: hasPortal
          ? signedUrl(
              needs,
              '/billing',
              { user: String(one.id) },
              needs.clock.now() + SIGNED_FOR_MS,
            )
          : null,
      },
      created_at: time(one.createdAt),
      updated_at: time(one.updatedAt),
      test_mode: one.testMode,
    },
    relations: ['store', 'orders', 'subscriptions', 'license-keys'],
  })
}
