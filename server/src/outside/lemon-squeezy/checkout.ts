export type CheckoutRequest = {
  variantId: string
  email: string | null
  name: string | null
  /** Returned in webhooks. Anybody who opens the link can alter it. */
  custom: Record<string, string>
  redirectUrl: string
  receiptUrl: string
  receiptLabel: string
  expiresAt: Date
}

export type OpenedCheckout = {
  id: string
  url: string
  expiresAt: string | null
  createdAt: string | null
  /** The amounts that the page charges, in cents. */
  preview: { currency?: string | undefined; subtotal: number; total: number } | null
}

/** Hosted by the provider, because our pages load no foreign script. */
export const checkoutBody = (
  request: CheckoutRequest,
  { storeId, isTest }: { storeId: string; isTest: boolean },
) => ({
  data: {
    type: 'checkouts',
    attributes: {
      checkout_data: {
        ...(request.email !== null && { email: request.email }),
        ...(request.name !== null && { name: request.name }),
        custom: request.custom,
      },
      product_options: {
        redirect_url: request.redirectUrl,
        enabled_variants: [Number(request.variantId)],
        receipt_link_url: request.receiptUrl,
        receipt_button_text: request.receiptLabel,
      },
      checkout_options: { embed: false },
      preview: true,
      expires_at: request.expiresAt.toISOString(),
      ...(isTest && { test_mode: true }),
    },
    relationships: {
      store: { data: { type: 'stores', id: storeId } },
      variant: { data: { type: 'variants', id: request.variantId } },
    },
  },
})
