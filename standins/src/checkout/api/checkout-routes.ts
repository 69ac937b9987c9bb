import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { checkoutShape } from '#checkout/shapes/checkout-shape.ts'
import type { CheckoutNeeds } from '#checkout/state/needs.ts'
import type { Checkout } from '#checkout/state/objects.ts'
import { STORE } from '#checkout/state/store.ts'
import { answer } from './conventions.ts'
import { unprocessable, unrelated } from './errors.ts'
import {
  type Document,
  optionalFlag,
  optionalInteger,
  optionalTime,
  readDocument,
  recordIn,
} from './read-body.ts'

export const checkoutRoutes = (needs: CheckoutNeeds): Hono =>
  new Hono().post('/v1/checkouts', async (c) => {
    const document = await readDocument(c, 'checkouts')
    const checkout = readCheckout(needs, document)
    await needs.memory.shop.change((state) => state.checkouts.push(checkout))
    const withPreview = optionalFlag(document.attributes, 'preview') ?? false
    const shape = checkoutShape(needs, checkout, { withPreview })

    return answer(c, { links: shape.links, data: shape }, 201)
  })

function readCheckout({ memory, clock }: CheckoutNeeds, document: Document): Checkout {
  const { attributes } = document
  const variantId = document.relatedId('variant')
  const variant = memory.shop.state.variants.find(({ id }) => String(id) === variantId)
  if (document.relatedId('store') !== String(STORE.id)) throw unrelated('store')
  if (variant?.status !== 'published') throw unrelated('variant')
  const expiresAt = optionalTime(attributes, 'expires_at')
  if (expiresAt !== null && expiresAt <= clock.now()) {
    throw unprocessable('/data/attributes/expires_at', 'The expires at must be a date after now.')
  }
  const productOptions = recordIn(attributes, 'product_options')
  const checkoutData = recordIn(attributes, 'checkout_data')
  refuseBadOptions(productOptions, checkoutData)

  return {
    id: randomUUID(),
    storeId: STORE.id,
    variantId: variant.id,
    customPrice: optionalInteger(attributes, 'custom_price'),
    productOptions,
    checkoutOptions: recordIn(attributes, 'checkout_options'),
    checkoutData,
    expiresAt,
    createdAt: clock.now(),
    // A key of the test mode makes test checkouts, whatever is asked for.
    testMode: true,
  }
}

type Fields = Readonly<Record<string, unknown>>

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
