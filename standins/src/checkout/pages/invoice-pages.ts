import { Hono } from 'hono'
import { html } from 'hono/html'
import { dollars } from '#checkout/shapes/money.ts'
import { formatted } from '#checkout/shapes/resource.ts'
import { signedUrl } from '#checkout/shapes/signed-url.ts'
import { invoiceUrl } from '#checkout/shapes/subscription-shapes.ts'
import { type CheckoutNeeds, known } from '#checkout/state/needs.ts'
import type { Invoice } from '#checkout/state/objects.ts'
import { PRODUCT, STORE } from '#checkout/state/store.ts'
import { pdfOf } from './invoice-pdf.ts'
import { requireSignature } from './signature-check.ts'
import { day, methodText } from './texts.ts'

/** Invoices as a page and as a PDF, and the receipt of an order. */
export function invoicePages(needs: CheckoutNeeds): Hono {
  const { shop } = needs.memory
  const find = (id: string) => shop.state.invoices.find((one) => String(one.id) === id)

  return new Hono()
    .use('/invoices/*', requireSignature(needs))
    .use('/my-orders/*', requireSignature(needs))
    .get('/invoices/:file{[0-9]+\\.pdf}', (c) => {
      const invoice = find(c.req.param('file').replace('.pdf', ''))
      if (!invoice) return c.notFound()
      const rows = rowsOf(needs, invoice).map(([name, value]) => ({ text: `${name}: ${value}` }))
      const title = titleOf(invoice)
      return c.body(
        new Uint8Array(
          pdfOf(title, [
            { text: title, size: 20 },
            { text: '' },
            ...rows,
            { text: '' },
            { text: 'Made by a local stand-in: no money moved.' },
          ]),
        ),
        200,
        {
          'content-type': 'application/pdf',
          'content-disposition': `inline; filename="invoice-${invoice.id}.pdf"`,
          'cache-control': 'no-store',
        },
      )
    })
    .get('/invoices/:id{[0-9]+}', (c) => {
      const invoice = find(c.req.param('id'))
      return invoice ? needs.showPage(c, pageOf(needs, invoice)) : c.notFound()
    })
    .get('/my-orders/:identifier', (c) => {
      const order = shop.state.orders.find(
        ({ identifier }) => identifier === c.req.param('identifier'),
      )
      const subscription = shop.state.subscriptions.find(({ orderId }) => orderId === order?.id)
      const invoice = shop.state.invoices.find(
        ({ subscriptionId, reason }) => subscriptionId === subscription?.id && reason === 'initial',
      )
      if (!order) return c.notFound()
      return needs.showPage(c, {
        title: 'Thank you',
        body: html`<h1>Thank you for your order</h1>
          <p class="lead">Order ${order.id}, ${dollars(order.total)}.${invoice ? html` <a href="${invoiceUrl(needs, invoice)}">Download the invoice</a>` : ''}</p>`,
      })
    })
}

export const invoicePageUrl = (needs: CheckoutNeeds, { id }: Invoice) =>
  signedUrl(needs, `/invoices/${id}`, {}, null)

const titleOf = ({ id }: Invoice) => `Invoice ${id}`

const pageOf = (needs: CheckoutNeeds, invoice: Invoice) => ({
  title: titleOf(invoice),
  body: html`<div class="narrow">
    <h1>${titleOf(invoice)}</h1>
    <dl class="card facts">${rowsOf(needs, invoice).map(
      ([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`,
    )}</dl>
    <p><a class="button" href="${invoiceUrl(needs, invoice)}">Download as PDF</a></p>
  </div>`,
})

function rowsOf({ memory }: CheckoutNeeds, invoice: Invoice): [string, string][] {
  const { state } = memory.shop
  const customer = known(state.customers, invoice.customerId)

  return [
    ['Seller', STORE.name],
    ['Customer', customer.name],
    ['E-mail', customer.email],
    ['Date', day(invoice.createdAt)],
    ['Product', `${PRODUCT.name}, ${known(state.variants, invoice.variantId).name}`],
    ['Paid with', methodText(invoice.method)],
    ['Status', formatted(invoice.status)],
    ['Subtotal', dollars(invoice.subtotal)],
    ...(invoice.discount > 0 ? [['Credit', dollars(-invoice.discount)] as [string, string]] : []),
    [`Tax (${invoice.taxRate}%)`, dollars(invoice.tax)],
    ['Total', dollars(invoice.total)],
    ...(invoice.refundedAmount > 0
      ? [['Refunded', dollars(invoice.refundedAmount)] as [string, string]]
      : []),
  ]
}
