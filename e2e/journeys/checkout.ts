import type { Page } from '@playwright/test'

export type Checkout = ReturnType<typeof checkoutAt>

const CARDS = { good: '4242424242424242', declined: '4000000000000002' }

/** The payment provider's stand-in: its pages as a buyer sees them, and what happens there without the buyer. */
export function checkoutAt(url: string) {
  const apiUrl = new URL(url)
  apiUrl.port = String(Number(apiUrl.port) + 1)

  const control = async (method: string, path: string, body: object = {}) => {
    const answer = await fetch(`${url}/_control/${path}`, {
      method,
      headers: { 'content-type': 'application/json', 'x-standin-control': '1' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  }

  /** The newest subscription of a buyer. */
  async function subscriptionOf(email: string): Promise<string> {
    const query = `filter[user_email]=${encodeURIComponent(email)}`
    const answer = await fetch(`${apiUrl.origin}/v1/subscriptions?${query}`, {
      headers: {
        accept: 'application/vnd.api+json',
        authorization: 'Bearer gitferry-local-api-key',
      },
    })
    const { data } = (await answer.json()) as { data: { id: string }[] }
    const [newest] = data
    if (!newest) throw new Error(`${email} has bought nothing`)
    return newest.id
  }

  return {
    async pay(page: Page, card: keyof typeof CARDS = 'good'): Promise<void> {
      await page.waitForURL((address) => address.origin === url)
      await page.getByLabel('Card number').fill(CARDS[card])
      await page.getByLabel('Expiry').fill('12/39')
      await page.getByLabel('CVC').fill('123')
      await page.getByRole('button', { name: /^(Pay \$|Save card)/ }).click()
    },
    isAt: (page: Page) => page.waitForURL((address) => address.origin === url),
    failPayment: async (email: string) =>
      control('PUT', `subscriptions/${await subscriptionOf(email)}`, { status: 'past_due' }),
    stopTrying: async (email: string) =>
      control('PUT', `subscriptions/${await subscriptionOf(email)}`, { status: 'unpaid' }),
    cancel: async (email: string) =>
      control('POST', `subscriptions/${await subscriptionOf(email)}/cancel`),
    /** Cancelled, and over at this moment. */
    endAt: async (email: string, at: Date) =>
      control('PUT', `subscriptions/${await subscriptionOf(email)}`, {
        status: 'cancelled',
        endsAt: at.toISOString(),
      }),
    expire: async (email: string) =>
      control('POST', `subscriptions/${await subscriptionOf(email)}/expire`),
    /** A subscription bought at the provider only, without any webhook. */
    subscribeSilently: (email: string) => control('POST', 'subscriptions', { email, silent: true }),
    /** Moves the clock of the product and of all stand-ins ahead of this computer's. */
    shiftClock: (offsetMs: number) => control('PUT', 'clock', { offsetMs }),
    /** In cents a year; a variant that does not exist is added. */
    sell: (variantId: string, price: number) =>
      control('PUT', `variants/${variantId}`, { price, name: 'Journey', interval: 'year' }),
  }
}
