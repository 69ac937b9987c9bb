import { openLog } from '@app/platform/log/log.ts'
import { expect, test } from 'vitest'
import { openLemonSqueezy } from '#outside/lemon-squeezy/lemon-squeezy.ts'
import { useBillingServer } from './billing-server.ts'

const server = useBillingServer()

test('a payment is refunded in part, then whole, and not beyond', async () => {
  const { invoiceId, client } = await paid()

  const part = await client.refund(invoiceId, 150)
  const rest = await client.refund(invoiceId, 250)
  const more = await client.refund(invoiceId, 1)

  expect(part).toMatchObject({ attributes: { refunded_amount: 150 } })
  expect(rest).toMatchObject({ attributes: { refunded_amount: 400, status: 'refunded' } })
  expect(more).toBe('refused')
})

test('a payment that the provider does not know is not refunded', async () => {
  const { client } = await paid()

  expect(await client.refund('1', 100)).toBe('unknown')
})

test('a refund whose answer is lost is not sent again', async () => {
  const { provider } = server()
  const { invoiceId, client } = await paid()
  await provider.fault({ path: '/v1/subscription-invoices/*', times: 1, drop: 'after' })

  await expect(client.refund(invoiceId, 100)).rejects.toMatchObject({ failure: 'unavailable' })

  const refunds = (await provider.asked()).filter((line) => line.includes(`${invoiceId}/refund`))
  expect(refunds).toHaveLength(1)
})

/** A member who has bought a plan, and our client for the provider. */
async function paid() {
  const { newMember, buy, settle, sql, checkout, clock } = server()
  const { id } = await buy(await newMember())
  await settle()
  const [payment] = await sql<{ invoice: string }>(
    'select provider_invoice_id as invoice from public.transactions where subscription_id = $1',
    [id],
  )
  const client = openLemonSqueezy({
    url: checkout.apiUrl,
    apiKey: checkout.env.LEMON_SQUEEZY_API_KEY ?? '',
    storeId: '1',
    isTest: true,
    clock,
    log: openLog({ level: 'silent' }),
    takeRequest: async () => {},
    limits: { callMs: 10_000, triesMs: 15_000, pauseMs: 10 },
  })

  return { client, invoiceId: payment?.invoice ?? '' }
}
