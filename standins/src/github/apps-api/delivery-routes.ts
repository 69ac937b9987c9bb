import { type Context, Hono } from 'hono'
import type { ApiEnv } from '#github/api/api-env.ts'
import { requireApp } from '#github/api/caller.ts'
import { notFound } from '#github/api/errors.ts'
import { pageOf } from '#github/api/paging.ts'
import type { GithubNeeds } from '#github/memory/needs.ts'
import { attemptShape, fullAttemptShape } from '#github/shapes/delivery-shapes.ts'
import { redeliver } from '#github/webhooks/announce.ts'

/** The app's webhook deliveries, and redelivery. */
export function deliveryRoutes(needs: GithubNeeds) {
  const { deliveries } = needs.memory

  /** Newest first; each redelivery is an entry of its own. */
  const attemptsOf = (c: Context<ApiEnv>) => {
    const { clientId } = requireApp(c)
    return deliveries
      .all()
      .filter((one) => one.clientId === clientId)
      .flatMap((delivery) => delivery.attempts.map((attempt) => ({ delivery, attempt })))
      .toSorted((a, b) => b.attempt.id - a.attempt.id)
  }
  const one = (c: Context<ApiEnv>) => {
    const id = Number(c.req.param('id'))
    const found = attemptsOf(c).find(({ attempt }) => attempt.id === id)
    if (!found) throw notFound()
    return found
  }

  return new Hono<ApiEnv>()
    .get('/app/hook/deliveries', (c) => c.json(pageOf(c, attemptsOf(c)).map(attemptShape)))
    .get('/app/hook/deliveries/:id', (c) => c.json(fullAttemptShape(one(c))))
    .post('/app/hook/deliveries/:id/attempts', async (c) => {
      await redeliver(needs, one(c).delivery.guid)
      return c.json({}, 202)
    })
}
