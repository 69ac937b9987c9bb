import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { ApiRefusal, notFound } from '#checkout/api/conventions.ts'
import { checkoutRoutes, subscriptionRoutes } from '#checkout/api/write-routes.ts'
import { sendDue } from '#checkout/webhooks/announce.ts'
import { injectFaults } from '#runtime/faults.ts'
import { loopbackOnly } from '#runtime/guard.ts'
import { httpListener, type Listener } from '#runtime/listener.ts'
import { logRequests } from '#runtime/request-log.ts'
import {
  JSON_API,
  limitCalls,
  playTimeFirst,
  requireJsonApi,
  requireKey,
} from './api/conventions.ts'
import { readRoutes } from './api/read-routes.ts'
import { catchUp } from './billing/act.ts'
import type { CheckoutNeeds } from './state/memory.ts'

const TICK_MS = 200

/** The API on its own address, as the vendor's is. Time passes while it listens. */
export function apiListener(needs: CheckoutNeeds): Listener {
  const listener = httpListener(api(needs))
  let ticking: NodeJS.Timeout | undefined
  let isBusy = false
  // Another stand-in may move the clock, so it is polled.
  const tick = async () => {
    if (isBusy) return
    isBusy = true
    await passTime(needs).catch((error) => {
      process.stderr.write(`stand-in time failed: ${error.stack}\n`)
    })
    isBusy = false
  }

  return {
    open(port) {
      ticking = setInterval(tick, TICK_MS).unref()
      return listener.open(port)
    },
    close() {
      clearInterval(ticking)
      return listener.close()
    },
  }
}

async function passTime(needs: CheckoutNeeds): Promise<void> {
  const { deliveries } = needs.memory
  await catchUp(needs)
  if (deliveries.nextDue(needs.clock.now())) await deliveries.enqueue(() => sendDue(needs))
}

function api(needs: CheckoutNeeds) {
  const app = new Hono<{ Bindings: HttpBindings }>()

  app.onError((error, c) => {
    if (error instanceof ApiRefusal) {
      return c.body(JSON.stringify(error.body), error.status, {
        'content-type': JSON_API,
      })
    }
    process.stderr.write(`stand-in request failed: ${c.req.method} ${c.req.path}\n${error.stack}\n`)
    return c.json({ message: 'Server Error' }, 500)
  })
  app.use(loopbackOnly, logRequests(needs.log), injectFaults(needs.faults))
  app.use(requireJsonApi, requireKey, limitCalls(needs), playTimeFirst(needs))
  app.route('/', checkoutRoutes(needs))
  app.route('/', subscriptionRoutes(needs))
  app.route('/', readRoutes(needs))
  app.notFound((c) => c.json(notFound().body as object, 404))

  return app
}
