import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { checkoutShape } from '#checkout/shapes/checkout-shape.ts'
import { byId, type CheckoutNeeds } from '#checkout/state/memory.ts'
import type { Checkout } from '#checkout/state/objects.ts'
import { STORE } from '#checkout/state/store.ts'
import { answerWith, type Document, optionalFlag, readDocument, recordIn } from './conventions.ts'
import { unprocessable, unrelated } from './errors.ts'

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
