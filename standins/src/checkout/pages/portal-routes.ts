import { type Context, Hono } from 'hono'
import { act, catchUp } from '#checkout/billing/act.ts'
import { changePlan } from '#checkout/billing/change-plan.ts'
import { BillingRefusal, type Shop } from '#checkout/billing/shop.ts'
import { cancel, pause, resume, unpause } from '#checkout/billing/subscription-changes.ts'
import { signedUrl } from '#checkout/shapes/signed-url.ts'
import { COUNTRIES } from '#checkout/state/amounts.ts'
import type { CheckoutNeeds } from '#checkout/state/needs.ts'
import type { Subscription } from '#checkout/state/objects.ts'
import { type Form, formOf } from './payment-form.ts'
import { planPage } from './plan-page.ts'
import { portalPage } from './portal-page.ts'
import { requireSignature } from './signature-check.ts'

/** What customers do themselves, behind a signed address. */
export function portalPages(needs: CheckoutNeeds): Hono {
  const { shop } = needs.memory
  const find = (c: Context) =>
    shop.state.subscriptions.find(({ id }) => String(id) === c.req.param('id'))
  const linkTo = (c: Context, customerId: number) => (path: string) =>
    signedUrl(needs, path, { user: String(customerId) }, Number(c.req.query('expires')) * 1000)

  const showPortal = (c: Context, problem?: string) => {
    const customer = shop.state.customers.find(({ id }) => String(id) === c.req.query('user'))
    if (!customer) return c.notFound()
    const isTheirs = ({ customerId }: { customerId: number }) => customerId === customer.id
    return needs.showPage(c, {
      title: 'Customer portal',
      status: problem ? 422 : 200,
      body: portalPage(needs, {
        customer,
        subscriptions: shop.state.subscriptions.filter(isTheirs).toReversed(),
        invoices: shop.state.invoices.filter(isTheirs).toReversed(),
        linkTo: linkTo(c, customer.id),
        ...(problem && { problem }),
      }),
    })
  }

  const change = async (c: Context, work: (shop: Shop, one: Subscription) => void) => {
    const one = find(c)
    if (!one || String(one.customerId) !== c.req.query('user')) return c.notFound()
    try {
      await act(needs, (state) => work(state, one))
      return c.redirect(linkTo(c, one.customerId)('/billing'), 303)
    } catch (error) {
      if (error instanceof BillingRefusal) return showPortal(c, error.message)
      throw error
    }
  }

  const app = new Hono()
  app.use('/billing/*', requireSignature(needs), async (_c, next) => {
    await catchUp(needs)
    await next()
  })
  app.get('/billing', (c) => showPortal(c))
  app.post('/billing/details', async (c) => {
    const customerId = Number(c.req.query('user'))
    await saveDetails(needs, customerId, formOf(await c.req.parseBody()))
    return c.redirect(linkTo(c, customerId)('/billing'), 303)
  })
  app.get('/billing/:id/update', (c) => {
    const one = find(c)
    if (!one) return c.notFound()
    return needs.showPage(c, {
      title: 'Change plan',
      body: planPage(needs, one, {
        action: c.req.url,
        backUrl: linkTo(c, one.customerId)('/billing'),
      }),
    })
  })
  app.post('/billing/:id/update', async (c) => {
    const { variant: id } = formOf(await c.req.parseBody())
    return change(c, (work, one) => {
      const variant = work.state.variants.find((candidate) => String(candidate.id) === id)
      if (!variant) throw new BillingRefusal('Choose a plan.')
      // In the portal PayPal's customers can change as well.
      changePlan(work, one, variant, { isInvoicedNow: true, isProrated: true, isInPortal: true })
    })
  })
  app.post('/billing/:id/pause', async (c) => {
    const { mode, until = '' } = formOf(await c.req.parseBody())
    const resumesAt = until === '' ? null : Date.parse(until)
    return change(c, (work, one) =>
      pause(work, one, { mode: mode === 'free' ? 'free' : 'void', resumesAt }),
    )
  })
  app.post('/billing/:id/cancel', (c) => change(c, cancel))
  app.post('/billing/:id/resume', (c) => change(c, resume))
  app.post('/billing/:id/unpause', (c) => change(c, unpause))

  return app
}

async function saveDetails(
  { memory, clock }: CheckoutNeeds,
  customerId: number,
  { name = '', country = '' }: Form,
): Promise<void> {
  await memory.shop.change(({ customers }) => {
    const customer = customers.find(({ id }) => id === customerId)
    if (!customer) return
    if (name.trim()) customer.name = name.trim()
    if (COUNTRIES.some(({ code }) => code === country)) customer.country = country
    customer.updatedAt = clock.now()
  })
}
