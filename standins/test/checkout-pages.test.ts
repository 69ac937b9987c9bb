import { expect, test } from 'vitest'
import { openCheckout } from './open-checkout.ts'

const CARD = { number: '4242 4242 4242 4242', expiry: '12 / 40', cvc: '123' }
const PERSON = { email: 'ada@example.test', name: 'Ada' }
const FORBIDDEN = 'Invalid signature. Sorry, you are forbidden from accessing this page.'
const BACK = 'http://127.0.0.1:9/upgrade?order=[order_identifier]&order_id=%5Border_id%5D'

type Shop = Awaited<ReturnType<typeof openShop>>

test('a customer pays with a card and is sent back with the order', async () => {
  const shop = await openShop()

  const reply = await post(shop.link, { ...PERSON, ...CARD })

  const [order] = await shop.list('/v1/orders')
  expect(reply.status).toBe(303)
  expect(reply.headers.get('location')).toBe(
    `http://127.0.0.1:9/upgrade?order=${order?.attributes.identifier}&order_id=${order?.id}`,
  )
  const [subscription] = await shop.list('/v1/subscriptions')
  expect(subscription?.attributes).toMatchObject({
    user_email: 'ada@example.test',
    user_name: 'Ada',
    card_last_four: '4242',
    status: 'active',
  })
})

test('the page is filled in with what the checkout was opened for', async () => {
  const shop = await openShop()

  const reply = await fetch(shop.link)
  const page = await reply.text()

  expect(page).toContain('Gitferry Pro, Monthly')
  expect(page).toContain('$4.00 a month')
  expect(page).toContain('value="opened@example.test"')
  expect(page).toContain('Local stand-in')
  expect(page).toContain('<a href="http://127.0.0.1:9">Back</a>')
  expect(reply.headers.get('content-security-policy')).toContain('http://127.0.0.1:9;')
})

test.each([
  ['4000 0000 0000 0002', 'Your card was declined.'],
  ['5555555555554444', 'Your card was declined. Only test cards work here.'],
])('the card %s does not pay', async (number, words) => {
  const shop = await openShop()

  const reply = await post(shop.link, { ...PERSON, ...CARD, number })

  expect(reply.status).toBe(422)
  expect(await reply.text()).toContain(words)
  expect(await shop.list('/v1/orders')).toEqual([])
})

test.each([
  [{ expiry: '01 / 20' }, 'Your card’s expiration date is incomplete or past.'],
  [{ expiry: '13/40' }, 'Your card’s expiration date is incomplete or past.'],
  [{ cvc: '1' }, 'Your card’s security code is incomplete.'],
])('%j is refused at its field', async (mistake, words) => {
  const shop = await openShop()

  const page = await (await post(shop.link, { ...PERSON, ...CARD, ...mistake })).text()

  expect(page).toContain(words)
  expect(page).toContain('aria-invalid="true"')
  expect(await shop.list('/v1/orders')).toEqual([])
})

test('PayPal needs no card', async () => {
  const shop = await openShop()

  const reply = await post(shop.link, { ...PERSON, pay_with: 'paypal' })

  expect(reply.status).toBe(303)
  const [subscription] = await shop.list('/v1/subscriptions')
  expect(subscription?.attributes).toMatchObject({ payment_processor: 'paypal', card_brand: null })
})

test.each([
  ['without a signature', (link: string) => link.replace(/&signature=.*/, '')],
  ['with another expiry', (link: string) => link.replace(/expires=\d+/, 'expires=9999999999')],
  ['with a shorter signature', (link: string) => link.slice(0, -1)],
  ['with more parameters', (link: string) => `${link}&checkout[custom][user_id]=u2`],
])('a checkout link %s is forbidden', async (_what, alter) => {
  const shop = await openShop()

  const seen = await fetch(alter(shop.link))
  const paid = await post(alter(shop.link), { ...PERSON, ...CARD })

  expect([seen.status, paid.status]).toEqual([403, 403])
  expect(await seen.text()).toContain(FORBIDDEN)
  expect(await shop.list('/v1/orders')).toEqual([])
})

test('yesterday’s link is forbidden', async () => {
  const shop = await openShop()
  await shop.advance(1)

  const reply = await fetch(shop.link)

  expect(reply.status).toBe(403)
  expect(await reply.text()).toContain(FORBIDDEN)
})

test('other sites may not post to the checkout', async () => {
  const shop = await openShop()

  const reply = await fetch(shop.link, {
    method: 'POST',
    headers: { origin: 'https://evil.example' },
    body: new URLSearchParams({ ...PERSON, ...CARD }),
    redirect: 'manual',
  })

  expect(reply.status).toBe(403)
})

test('names and addresses are shown as text', async () => {
  const shop = await openShop()
  const name = '"><script>alert(1)</script>'
  await post(shop.link, { ...PERSON, ...CARD, name, email: '"<i>@x.test' })
  const urls = await portalOf(shop)
  const portal = await (await fetch(urls.customer_portal ?? '')).text()

  expect(portal).not.toContain('<script>alert')
  expect(portal).not.toContain('<i>')
  expect(portal).toContain('&lt;script&gt;alert(1)')
})

test('a new card in the portal collects what is due', async () => {
  const shop = await openShop()
  await post(shop.link, { ...PERSON, ...CARD, number: '4000000000000341' })
  await shop.advance(32)
  const { update_payment_method: link = '' } = await portalOf(shop)
  const page = await (await fetch(link)).text()

  const declined = await post(link, { ...CARD, number: '4000000000000002' })
  const paid = await post(link, CARD)

  expect(page).toContain('$4.00 is due and is collected at once.')
  expect(declined.status).toBe(422)
  expect(paid.status).toBe(303)
  expect(paid.headers.get('location')).toContain('/billing?')
  const [subscription] = await shop.list('/v1/subscriptions')
  expect(subscription?.attributes).toMatchObject({ status: 'active', card_last_four: '4242' })
})

test.each(['customer_portal', 'update_payment_method', 'customer_portal_update_subscription'])(
  'the address %s cannot be altered and lasts a day',
  async (name) => {
    const shop = await openShop()
    await post(shop.link, { ...PERSON, ...CARD })
    const link = (await portalOf(shop))[name] ?? ''

    const open = await fetch(link)
    const altered = await fetch(link.replace(/signature=./, 'signature=x'))
    await shop.advance(1)
    const late = await fetch(link)

    expect([open.status, altered.status, late.status]).toEqual([200, 403, 403])
  },
)

test('a portal’s address opens no other customer’s portal', async () => {
  const shop = await openShop()
  await post(shop.link, { ...PERSON, ...CARD })
  await shop.subscribe({ email: 'eve@example.test' })
  const { customer_portal: portal = '' } = await portalOf(shop)

  const foreign = await fetch(portal.replace(/user=\d+/, 'user=1'))

  expect(foreign.status).toBe(403)
})

test.each(['invoices', 'receipt'])(
  'the address of %s does not expire, and shows the customer',
  async (kind) => {
    const shop = await openShop()
    await post(shop.link, { ...PERSON, ...CARD })
    const [invoice] = await shop.list('/v1/subscription-invoices')
    const [order] = await shop.list('/v1/orders')
    await shop.advance(400)
    const url =
      kind === 'receipt' ? order?.attributes.urls.receipt : invoice?.attributes.urls.invoice_url

    const page = await (await fetch(url ?? '')).text()

    expect(page).toContain(`Invoice ${invoice?.id}, Gitferry Pro, Monthly`)
    expect(page).toContain('$4.00')
  },
)

const post = (url: string, form: Record<string, string>) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })

const portalOf = async (shop: Shop) => {
  const [newest] = await shop.list('/v1/subscriptions?filter%5Buser_email%5D=ada%40example.test')
  const [any] = await shop.list('/v1/subscriptions')

  return (newest ?? any)?.attributes.urls as Record<string, string>
}

async function openShop() {
  const checkout = await openCheckout()
  const { attributes } = await checkout.newCheckout({
    checkout_data: { email: 'opened@example.test' },
    product_options: { redirect_url: BACK },
    expires_at: new Date(Date.now() + 86_000_000).toISOString(),
  })

  return { ...checkout, link: attributes.url }
}
