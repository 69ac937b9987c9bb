import type { Checkout, PaymentMethod } from '#checkout/state/objects.ts'
import { purchase, type Sold } from './purchase.ts'
import type { Shop } from './shop.ts'

type Payer = {
  email: string
  name: string
  country: string
  method: PaymentMethod
  /** Instead of what the checkout was opened with. */
  customData?: Record<string, string>
}

/** Where the customer goes afterwards; null: the checkout named no address. */
export type Paid = Sold & { redirectUrl: string | null }

export function payCheckout(shop: Shop, checkout: Checkout, payer: Payer): Paid {
  const sold = purchase(shop, {
    storeId: checkout.storeId,
    variantId: checkout.variantId,
    unitPrice: checkout.customPrice,
    skipsTrial: checkout.checkoutOptions.skip_trial === true,
    customData: customDataOf(checkout),
    testMode: checkout.testMode,
    ...payer,
  })

  return { ...sold, redirectUrl: redirectOf(checkout, sold) }
}

/** Values arrive as texts, whatever they were. */
function customDataOf({ checkoutData }: Checkout): Record<string, string> | null {
  const { custom } = checkoutData
  if (typeof custom !== 'object' || custom === null || Array.isArray(custom)) return null

  return Object.fromEntries(Object.entries(custom).map(([name, value]) => [name, String(value)]))
}

/** Fills in the link variables. A client may have percent-encoded their brackets. */
function redirectOf({ productOptions }: Checkout, { order }: Sold): string | null {
  const { redirect_url: url } = productOptions
  if (typeof url !== 'string' || url === '') return null
  const values: Record<string, string> = {
    order_identifier: order.identifier,
    order_id: String(order.id),
  }

  return url.replace(
    /(?:\[|%5B)(order_identifier|order_id)(?:\]|%5D)/gi,
    (_whole, name: string) => values[name.toLowerCase()] ?? '',
  )
}
