import { amountsOf } from '#checkout/state/amounts.ts'
import { type CheckoutNeeds, currentPrice, known } from '#checkout/state/needs.ts'
import type { Checkout } from '#checkout/state/objects.ts'
import { CURRENCY } from '#checkout/state/store.ts'
import { amountFields } from './money.ts'
import { type Resource, resource, time, timeOrNull } from './resource.ts'
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
  resource({
    apiUrl: needs.addresses.api ?? '',
    type: 'checkouts',
    id: one.id,
    attributes: {
      store_id: one.storeId,
      variant_id: one.variantId,
      custom_price: one.customPrice,
      product_options: { ...PRODUCT_OPTIONS, ...one.productOptions },
      checkout_options: { ...CHECKOUT_OPTIONS, ...one.checkoutOptions },
      checkout_data: { ...CHECKOUT_DATA, ...one.checkoutData },
      ...(withPreview && { preview: preview(needs, one) }),
      expires_at: timeOrNull(one.expiresAt),
      created_at: time(one.createdAt),
      updated_at: time(one.createdAt),
      test_mode: one.testMode,
      url: checkoutUrl(needs, one),
    },
    relations: ['store', 'variant'],
  })

const checkoutUrl = (needs: CheckoutNeeds, { id, expiresAt }: Checkout) =>
  signedUrl(needs, `/checkout/custom/${id}`, {}, expiresAt)

function preview({ memory }: CheckoutNeeds, one: Checkout) {
  const { state } = memory.shop
  const unitPrice =
    one.customPrice ?? currentPrice(state, known(state.variants, one.variantId)).unitPrice
  const { subtotal, tax, total } = amountsOf(unitPrice, countryOf(one))

  return {
    currency: CURRENCY,
    currency_rate: 1,
    ...amountFields({ subtotal, discount_total: 0, tax, setup_fee: 0, total }),
  }
}

/** An address is sent as an object, and an empty one as a list. */
function countryOf({ checkoutData }: Checkout): string | null {
  const address = checkoutData.billing_address
  if (typeof address !== 'object' || address === null || !('country' in address)) return null

  return typeof address.country === 'string' ? address.country : null
}
