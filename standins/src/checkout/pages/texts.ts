import { dollars } from '#checkout/shapes/money.ts'
import { formatted } from '#checkout/shapes/resource.ts'
import type { PaymentMethod, Price, Subscription } from '#checkout/state/objects.ts'

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const MINUTE = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
})

const SHORT_DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

export const shortDay = (ms: number) => SHORT_DAY.format(ms)

export const day = (ms: number) => DAY.format(ms)

export const minute = (ms: number) => `${MINUTE.format(ms)} UTC`

/** `$4.00 a month` */
export function priceText({ unitPrice, interval, intervalCount }: Price): string {
  const every = intervalCount === 1 ? `a ${interval}` : `every ${intervalCount} ${interval}s`
  return `${dollars(unitPrice)} ${every}`
}

export const methodText = (method: PaymentMethod) =>
  method.processor === 'paypal'
    ? 'PayPal'
    : `${formatted(method.brand)} ending in ${method.lastFour}`

/** What happens next to a subscription, for its owner. */
export function nextText(subscription: Subscription, price: Price): string {
  const { status, renewsAt, endsAt, trialEndsAt, pause } = subscription
  const end = day(endsAt ?? renewsAt)

  switch (status) {
    case 'active':
      return `Renews on ${day(renewsAt)} for ${dollars(price.unitPrice)}.`
    case 'on_trial':
      return `The trial ends on ${day(trialEndsAt ?? renewsAt)}. Then it costs ${priceText(price)}.`
    case 'past_due':
      return `The last payment failed. We try again on ${day(renewsAt)}.`
    case 'unpaid':
      return 'The payment could not be collected. A working card starts it again.'
    case 'cancelled':
      return `Cancelled. It ends on ${end}.`
    case 'paused':
      return pause?.resumesAt
        ? `Payments are paused until ${day(pause.resumesAt)}.`
        : 'Payments are paused.'
    case 'expired':
      return `Ended on ${end}.`
  }
}
