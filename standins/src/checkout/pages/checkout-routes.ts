import { randomUUID } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { act } from '#checkout/billing/act.ts'
import { addInterval } from '#checkout/billing/add-interval.ts'
import { payCheckout } from '#checkout/billing/pay-checkout.ts'
import { dollars } from '#checkout/shapes/money.ts'
import { receiptUrl } from '#checkout/shapes/order-shapes.ts'
import { amountsOf, COUNTRIES } from '#checkout/state/amounts.ts'
import { type CheckoutNeeds, currentPrice, known } from '#checkout/state/needs.ts'
import type { Checkout, PaymentMethod } from '#checkout/state/objects.ts'
import { type Approvals, NOT_APPROVED } from './approvals.ts'
import { checkoutPage } from './checkout-page.ts'
import { type Form, formOf, type Problems, readPayment } from './payment-form.ts'
import { requireSignature } from './signature-check.ts'

const DAY_MS = 24 * 60 * 60_000
const KEPT_ATTEMPTS = 500

/** The hosted checkout: who buys, how they pay, and where they go afterwards. */
export function checkoutPages(needs: CheckoutNeeds, approvals: Approvals): Hono {
  const { shop } = needs.memory
  const payOnce = onceByAttempt()
  const find = (id: string) => shop.state.checkouts.find((one) => one.id === id)

  const show = (c: Context, checkout: Checkout, form: Form, problems: Problems = {}) => {
    const isRefused = Object.keys(problems).length > 0
    return needs.showPage(c, {
      title: 'Checkout',
      status: isRefused ? 422 : 200,
      body: checkoutPage({
        ...offerOf(needs, checkout, form.country),
        action: form.action ?? '',
        attempt: randomUUID(),
        form,
        problems,
      }),
      formTargets: targetsOf(checkout),
    })
  }

  const pay = (checkout: Checkout, form: Form, method: PaymentMethod) =>
    payOnce(form.attempt ?? randomUUID(), async () => {
      const { email = '', name = '', country = '' } = form
      const paid = await act(needs, (work) =>
        payCheckout(work, checkout, { email: email.trim(), name: name.trim(), country, method }),
      )
      return paid.redirectUrl ?? receiptUrl(needs, paid.order)
    })

  return new Hono()
    .use('/checkout/custom/:id', requireSignature(needs))
    .get('/checkout/custom/:id', (c) => {
      const checkout = find(c.req.param('id'))
      return checkout
        ? show(c, checkout, { ...firstForm(checkout), action: c.req.url })
        : c.notFound()
    })
    .post('/checkout/custom/:id', async (c) => {
      const checkout = find(c.req.param('id'))
      if (!checkout) return c.notFound()
      const form: Form = { ...formOf(await c.req.parseBody()), action: c.req.url }
      const payment = readPayment(form, needs.clock.now())
      const { amounts } = offerOf(needs, checkout, form.country)
      const problems = {
        ...problemsOf(form),
        ...('problems' in payment && payment.problems),
        ...newTotal(form, amounts.total),
      }
      if ('problems' in payment || Object.keys(problems).length > 0) {
        return show(c, checkout, form, problems)
      }
      if (!payment.needsApproval) return c.redirect(await pay(checkout, form, payment.method), 303)

      return approvals.ask(c, {
        amount: dollars(amounts.total),
        formTargets: targetsOf(checkout),
        approve: () => pay(checkout, form, payment.method),
        fail: (context) => show(context, checkout, form, { form: NOT_APPROVED }),
      })
    })
}

function offerOf({ memory, clock, product }: CheckoutNeeds, checkout: Checkout, country = 'US') {
  const { state } = memory.shop
  const variant = known(state.variants, checkout.variantId)
  const current = currentPrice(state, variant)
  const price = { ...current, unitPrice: checkout.customPrice ?? current.unitPrice }
  const now = clock.now()
  const hasTrial = price.trialDays !== null && checkout.checkoutOptions.skip_trial !== true

  return {
    variant,
    price,
    hasTrial,
    amounts: amountsOf(hasTrial ? 0 : price.unitPrice, country),
    renewsAt: hasTrial
      ? now + (price.trialDays ?? 0) * DAY_MS
      : addInterval(now, price, new Date(now).getUTCDate()),
    // The vendor knows no address for leaving: the shop's own is the nearest.
    backUrl: returnOrigin(checkout) ?? product.url,
  }
}

const returnOrigin = ({ productOptions: { redirect_url: url } }: Checkout): string | null =>
  typeof url === 'string' && URL.canParse(url) ? new URL(url).origin : null

/** Browsers check where a form's answer redirects to. */
const targetsOf = (checkout: Checkout) => [returnOrigin(checkout) ?? []].flat()

function firstForm({ checkoutData }: Checkout): Form {
  const text = (name: string) => {
    const value = checkoutData[name]
    return typeof value === 'string' ? value : ''
  }

  return { email: text('email'), name: text('name'), country: 'US' }
}

function problemsOf({ email = '', name = '', country = '' }: Form): Problems {
  return {
    ...(!/^[^\s@]+@[^\s@]+$/.test(email.trim()) && { email: 'Enter your e-mail address.' }),
    ...(name.trim() === '' && { name: 'Enter your name.' }),
    ...(!COUNTRIES.some(({ code }) => code === country) && { country: 'Choose a country.' }),
  }
}

/** Nobody pays another total than the one they read: a country with tax is shown first. */
const newTotal = ({ total }: Form, due: number): Problems =>
  total === undefined || total === String(due)
    ? {}
    : { form: `With tax the total is ${dollars(due)}. Pay once more to agree.` }

/** A double click, or a reload of the answer, pays once and goes to the same place. */
function onceByAttempt() {
  const results = new Map<string, Promise<string>>()

  return (attempt: string, work: () => Promise<string>): Promise<string> => {
    const found = results.get(attempt)
    if (found) return found
    const result = work()
    results.set(attempt, result)
    for (const old of [...results.keys()].slice(0, -KEPT_ATTEMPTS)) results.delete(old)
    return result
  }
}
