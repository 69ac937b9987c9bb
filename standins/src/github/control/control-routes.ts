import { Hono } from 'hono'
import type { Limits } from '#github/memory/limits.ts'
import type { GithubNeeds } from '#github/memory/memory.ts'
import { fieldsOf, InvalidInput, readJson } from '#runtime/fields.ts'
import { installationControl } from './installation-control.ts'
import { peopleControl, tokenControl } from './people-control.ts'
import { pullControl } from './pull-control.ts'
import { repositoryControl } from './repository-control.ts'
/** Triggers changes at GitHub that the product did not cause. */
export const githubControl = (needs: GithubNeeds): Hono =>
  new Hono()
    .route('/', peopleControl(needs))
    .route('/', tokenControl(needs))
    .route('/', repositoryControl(needs))
    .route('/', pullControl(needs))
    .route('/', limitControl(needs))
    .route('/', installationControl(needs))
    .route('/', webhookControl(needs))

/** Webhook deliveries: listing, holding and redelivering them. */
function webhookControl(needs: GithubNeeds): Hono {
  const { deliveries } = needs.memory

  return new Hono()
    .put('/webhooks', async (c) => {
      await deliveries.hold(fieldsOf(await readJson(c.req)).flag('held'))
      return c.body(null, 204)
    })
    .get('/deliveries', async (c) => {
      // Waits for pending deliveries, so that a test does not race them.
      await deliveries.enqueue(async () => undefined)
      return c.json(deliveries.all().map((one) => ({ ...one, payload: JSON.parse(one.payload) })))
    })
}

/** `PUT limits {"listedEntries":10,"creationsPerMinute":null}`; what is left out stays as it is. */
const limitControl = ({ memory: { limits } }: GithubNeeds): Hono =>
  new Hono().put('/limits', async (c) => {
    const input = await readJson(c.req)
    const changes = readLimits(limits.state, input)
    await limits.change((state) => Object.assign(state, changes))
    return c.json(limits.state)
  })

function readLimits(known: Limits, input: unknown): Partial<Limits> {
  const fields = fieldsOf(input)

  return Object.fromEntries(
    Object.keys(input as object).map((name) => {
      if (!(name in known)) throw new InvalidInput(`There is no limit "${name}".`)
      return [name, fields.value(name) === null ? null : fields.integer(name)]
    }),
  )
}
