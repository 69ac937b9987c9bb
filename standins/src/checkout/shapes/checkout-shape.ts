import { type CheckoutNeeds, currentPrice, known } from '#checkout/state/memory.ts'
import type { Checkout } from '#checkout/state/objects.ts'
import { CURRENCY, STORE } from '#checkout/state/store.ts'
import { amountFields, type Resource, resource, timeOrNull, timesOf } from './resource.ts'
import { signedUrl } from './signed-url.ts'

const PRODUCT_OPTIONS = {
  name: '',
  description: '',
  media: [],
  redirect_url: '',
  receipt_button_text: '',
  receipt_link_url: '',
  receipt_thank_you_note: '',
  enabled_variants: [],
  confirmation_title: '',
  confirmation_message: '',
  confirmation_button_text: '',
}

const CHECKOUT_OPTIONS = {
  embed: false,
  media: true,
  logo: true,
  desc: true,
  discount: true,
  skip_trial: false,
  quantity: 1,
  subscription_preview: true,
  button_color: '#7047EB',
}

const CHECKOUT_DATA = {
  email: '',
  name: '',
  billing_address: [],
  tax_number: '',
  discount_code: '',
  custom: [],
  variant_quantities: [],
}

export const checkoutShape = (
  needs: CheckoutNeeds,
  one: Checkout,
  { withPreview }: { withPreview: boolean },
): Resource =>
  resource(needs, {
    type: 'checkouts',
    id: one.id,
    attributes: {
      store_id: STORE.id,
      variant_id: one.variantId,
      custom_price: null,
      product_options: { ...PRODUCT_OPTIONS, ...one.productOptions },
      checkout_options: { ...CHECKOUT_OPTIONS, ...one.checkoutOptions },
      checkout_data: { ...CHECKOUT_DATA, ...one.checkoutData },
      ...(withPreview && { preview: preview(needs, one) }),
      expires_at: timeOrNull(one.expiresAt),
      ...timesOf(one),
      // A key of the test mode makes test checkouts, whatever is asked for.
      test_mode: true,
      url: signedUrl(needs, `/checkout/custom/${one.id}`, {}, one.expiresAt),
    },
    relations: ['store', 'variant'],
  })

function preview({ memory }: CheckoutNeeds, { variantId }: Checkout) {
  const { state } = memory.shop
  const { unitPrice } = currentPrice(state, known(state.variants, variantId))

  return {
    currency: CURRENCY,
    currency_rate: 1,
    ...amountFields({
      subtotal: unitPrice,
      discount_total: 0,
      tax: 0,
      setup_fee: 0,
      total: unitPrice,
    }),
  }
}
