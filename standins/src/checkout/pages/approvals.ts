import { randomUUID } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import type { CheckoutNeeds } from '#checkout/state/needs.ts'

const KEPT = 200
export const NOT_APPROVED =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.'

type Approval = {
  amount: string
  /** Origins that the answer may redirect to. */
  formTargets: string[]
  /** Resolves with the address to go to. */
  approve(): Promise<string>
  fail(c: Context): Response | Promise<Response>
}

export type Approvals = { ask(c: Context, approval: Approval): Response; routes(): Hono }

/** The bank's own step before a payment. Kept in RAM: nobody waits at it for long. */
export function openApprovals({ showPage }: CheckoutNeeds): Approvals {
  const waiting = new Map<string, Approval>()

  return {
    ask(c, approval) {
      const id = randomUUID()
      waiting.set(id, approval)
      for (const old of [...waiting.keys()].slice(0, -KEPT)) waiting.delete(old)
      return c.redirect(`/approvals/${id}`, 303)
    },
    routes: () =>
      new Hono()
        .get('/approvals/:id', (c) => {
          const approval = waiting.get(c.req.param('id'))
          if (!approval) return c.notFound()
          return showPage(c, {
            title: 'Approve the payment',
            body: approvalPage(approval.amount),
            formTargets: approval.formTargets,
          })
        })
        .post('/approvals/:id', async (c) => {
          const id = c.req.param('id')
          const approval = waiting.get(id)
          if (!approval) return c.notFound()
          waiting.delete(id)
          const { decision } = await c.req.parseBody()
          return decision === 'approve'
            ? c.redirect(await approval.approve(), 303)
            : approval.fail(c)
        }),
  }
}

const approvalPage = (amount: string) => html`
  <div class="narrow">
    <h1>Approve the payment</h1>
    <p class="lead">Your bank asks whether you pay ${amount}. This is a test page of the stand-in.</p>
    <form method="post" class="decision">
      <button class="button main" name="decision" value="approve">Approve</button>
      <button class="button" name="decision" value="fail">Fail</button>
    </form>
  </div>`
