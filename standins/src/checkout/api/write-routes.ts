import { randomUUID } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { act } from '#checkout/billing/act.ts'
import { changePlan } from '#checkout/billing/change-plan.ts'
import { refund } from '#checkout/billing/invoices.ts'
import { BillingRefusal, type Shop } from '#checkout/billing/shop.ts'
import { cancel, resume, unpause } from '#checkout/billing/subscription-changes.ts'
import { checkoutShape } from '#checkout/shapes/catalogue-shapes.ts'
import { invoiceShape, subscriptionShape } from '#checkout/shapes/sale-shapes.ts'
import { byId, type CheckoutNeeds } from '#checkout/state/memory.ts'
import { type Checkout, STORE, type Subscription } from '#checkout/state/objects.ts'
import {
  answerWith,
  type Document,
  invalid,
  notFound,
  optionalFlag,
  optionalInteger,
  readDocument,
  recordIn,
  unprocessable,
  unrelated,
} from './conventions.ts'

export const checkoutRoutes = (needs: CheckoutNeeds): Hono =>
  new Hono().post('/v1/checkouts', async (c) => {
    const document = await readDocument(c, 'checkouts')
    const checkout = readCheckout(needs, document)
    await needs.memory.shop.change((state) => state.checkouts.push(checkout))
    const withPreview = optionalFlag(document.attributes, 'preview') ?? false

    return answerWith(c, checkoutShape(needs, checkout, { withPreview }), 201)
  })

function readCheckout({ memory, clock }: CheckoutNeeds, document: Document): Checkout {
  const { attributes } = document
  const variant = byId(memory.shop.state.variants, document.relatedId('variant'))
  if (document.relatedId('store') !== String(STORE.id)) throw unrelated('store')
  if (variant?.status !== 'published') throw unrelated('variant')
  const productOptions = recordIn(attributes, 'product_options')
  const checkoutData = recordIn(attributes, 'checkout_data')
  refuseBadOptions(productOptions, checkoutData)

  return {
    id: randomUUID(),
    variantId: variant.id,
    productOptions,
    checkoutOptions: recordIn(attributes, 'checkout_options'),
    checkoutData,
    expiresAt: readExpiry(attributes, clock.now()),
    createdAt: clock.now(),
  }
}

type Fields = Readonly<Record<string, unknown>>

function readExpiry({ expires_at: text = null }: Fields, now: number): number | null {
  if (text === null) return null
  const ms = Date.parse(String(text))
  if (ms > now) return ms
  throw unprocessable('/data/attributes/expires_at', 'The expires at must be a date after now.')
}

function refuseBadOptions(productOptions: Fields, checkoutData: Fields): void {
  for (const name of ['redirect_url', 'receipt_link_url']) {
    const url = productOptions[name] ?? ''
    if (url !== '' && !isWebAddress(url)) {
      throw unprocessable(
        `/data/attributes/product_options/${name}`,
        `The ${name.replaceAll('_', ' ')} must be a valid URL.`,
      )
    }
  }
  const email = checkoutData.email ?? ''
  if (email !== '' && !/^[^\s@]+@[^\s@]+$/.test(String(email))) {
    throw unprocessable(
      '/data/attributes/checkout_data/email',
      'The email must be a valid email address.',
    )
  }
}

const isWebAddress = (text: unknown) =>
  typeof text === 'string' && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

/** The changes that the product makes: subscriptions, and refunds of invoices. */
export function subscriptionRoutes(needs: CheckoutNeeds): Hono {
  const change = async (c: Context, work: (shop: Shop, one: Subscription) => void) => {
    const one = byId(needs.memory.shop.state.subscriptions, c.req.param('id'))
    if (!one) throw notFound()
    await act(needs, (shop) => asUnprocessable(() => work(shop, one)))
    return answerWith(c, subscriptionShape(needs, one))
  }

  return new Hono()
    .delete('/v1/subscriptions/:id', (c) => change(c, cancel))
    .patch('/v1/subscriptions/:id', async (c) => {
      const document = await readDocument(c, 'subscriptions')
      return change(c, (shop, one) => edit(shop, one, document))
    })
    .post('/v1/subscription-invoices/:id/refund', async (c) => {
      const invoice = byId(needs.memory.shop.state.invoices, c.req.param('id'))
      if (!invoice) throw notFound()
      const { attributes } = await readDocument(c, 'subscription-invoices')
      const amount = optionalInteger(attributes, 'amount')
      if (amount === null) throw invalid('amount', 'field is required.')
      await act(needs, (shop) => asUnprocessable(() => refund(shop, invoice, amount)))
      return answerWith(c, invoiceShape(needs, invoice))
    })
}

function edit(shop: Shop, one: Subscription, { attributes }: Document): void {
  const cancelled = optionalFlag(attributes, 'cancelled')
  const variantId = optionalInteger(attributes, 'variant_id')

  if (cancelled === true) cancel(shop, one)
  if (cancelled === false) resume(shop, one)
  if (attributes.pause === null) unpause(shop, one)
  if (variantId === null) return
  const variant = shop.state.variants.find(({ id }) => id === variantId)
  if (variant?.status !== 'published') {
    throw unprocessable('/data/attributes/variant_id', 'The related resource does not exist.')
  }
  changePlan(shop, one, variant, {
    isInvoicedNow: optionalFlag(attributes, 'invoice_immediately') ?? false,
  })
}

function asUnprocessable(work: () => void): void {
  try {
    work()
  } catch (error) {
    if (!(error instanceof BillingRefusal)) throw error
    throw unprocessable(`/data/attributes/${error.field ?? ''}`, error.message)
  }
}
