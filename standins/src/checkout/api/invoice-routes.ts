import { type Context, Hono } from 'hono'
import { act } from '#checkout/billing/act.ts'
import { refund } from '#checkout/billing/invoices.ts'
import type { Shop } from '#checkout/billing/shop.ts'
import { orderShape } from '#checkout/shapes/order-shapes.ts'
import type { Resource } from '#checkout/shapes/resource.ts'
import { invoiceShape, invoiceUrl } from '#checkout/shapes/subscription-shapes.ts'
import type { CheckoutNeeds } from '#checkout/state/needs.ts'
import type { Invoice } from '#checkout/state/objects.ts'
import { answer } from './conventions.ts'
import { notFound, unprocessable } from './errors.ts'
import { optionalInteger, readDocument } from './read-body.ts'
import { asUnprocessable } from './subscription-routes.ts'

/** Refunds and printable invoices, of subscriptions and of the orders that began them. */
export function invoiceRoutes(needs: CheckoutNeeds): Hono {
  const { shop } = needs.memory
  const invoiceIn = (c: Context) =>
    shop.state.invoices.find(({ id }) => String(id) === c.req.param('id'))
  const orderIn = (c: Context) =>
    shop.state.orders.find(({ id }) => String(id) === c.req.param('id'))
  const firstInvoiceIn = (c: Context) => {
    const subscription = shop.state.subscriptions.find(
      ({ orderId }) => String(orderId) === c.req.param('id'),
    )
    return shop.state.invoices.find(
      ({ subscriptionId, reason }) => subscriptionId === subscription?.id && reason === 'initial',
    )
  }

  const download = (c: Context, invoice: Invoice | undefined) => {
    if (!invoice) throw notFound()
    return answer(c, { meta: { urls: { download_invoice: invoiceUrl(needs, invoice) } } })
  }
  const issueRefund = async (c: Context, type: string, invoice: Invoice | undefined) => {
    if (!invoice) throw notFound()
    const { attributes } = await readDocument(c, type)
    const amount = optionalInteger(attributes, 'amount')
    if (amount === null) {
      throw unprocessable('/data/attributes/amount', 'The amount field is required.')
    }
    await act(needs, (work: Shop) => asUnprocessable(() => refund(work, invoice, amount)))
  }
  const show = (c: Context, shape: Resource) => answer(c, { links: shape.links, data: shape })

  return new Hono()
    .post('/v1/subscription-invoices/:id/generate-invoice', (c) => download(c, invoiceIn(c)))
    .post('/v1/orders/:id/generate-invoice', (c) => download(c, firstInvoiceIn(c)))
    .post('/v1/subscription-invoices/:id/refund', async (c) => {
      const invoice = invoiceIn(c)
      await issueRefund(c, 'subscription-invoices', invoice)
      return show(c, invoiceShape(needs, invoice as Invoice))
    })
    .post('/v1/orders/:id/refund', async (c) => {
      const order = orderIn(c)
      if (!order) throw notFound()
      await issueRefund(c, 'orders', firstInvoiceIn(c))
      return show(c, orderShape(needs, order))
    })
}
