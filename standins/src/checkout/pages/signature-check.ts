import { createMiddleware } from 'hono/factory'
import { html } from 'hono/html'
import { hasValidSignature } from '#checkout/shapes/signed-url.ts'
import type { CheckoutNeeds } from '#checkout/state/memory.ts'

/** Pages of customers open by a signed address only; an altered or expired one is refused in the vendor's words. */
export const requireSignature = (needs: CheckoutNeeds) =>
  createMiddleware(async (c, next) => {
    if (hasValidSignature(needs, c.req.url)) return next()

    return needs.showPage(c, {
      title: 'Forbidden',
      status: 403,
      body: html`<h1>Forbidden</h1>
        <p class="lead">Invalid signature. Sorry, you are forbidden from accessing this page.</p>`,
    })
  })
