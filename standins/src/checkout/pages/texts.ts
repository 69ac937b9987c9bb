import { formatted } from '#checkout/shapes/resource.ts'
import { dollars } from '#checkout/state/amounts.ts'
import { type CheckoutNeeds, known } from '#checkout/state/memory.ts'
import type { PaymentMethod, Price, Subscription } from '#checkout/state/objects.ts'
import { PRODUCT } from '#checkout/state/store.ts'

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

export const day = (ms: number) => DAY.format(ms)

/** `$4.00 a month` */
export const priceText = ({ unitPrice, interval }: Price) => `${dollars(unitPrice)} a ${interval}`

export const planName = ({ memory }: CheckoutNeeds, { variantId }: { variantId: number }) =>
  `${PRODUCT.name}, ${known(memory.shop.state.variants, variantId).name}`

export const methodText = (method: PaymentMethod) =>
  method.processor === 'paypal'
    ? 'PayPal'
    : `${formatted(method.brand)} ending in ${method.lastFour}`

/** What happens next to a subscription, for its owner. */
export function nextText({ status, renewsAt, endsAt }: Subscription): string {
  const end = day(endsAt ?? renewsAt)
  if (status === 'cancelled') return `It ends on ${end}.`
  if (status === 'expired') return `It ended on ${end}.`
  if (status === 'unpaid') return 'A working card starts it again.'

  return `The next payment is on ${day(renewsAt)}.`
}
