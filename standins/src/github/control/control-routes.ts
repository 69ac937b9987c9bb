import { Hono } from 'hono'
import { install, setSuspended, suspendApp, uninstall } from '#github/actions/install.ts'
import { findInstallation, type Installation } from '#github/installations/installations.ts'
import type { Limits } from '#github/memory/limits.ts'
import { findRegistration, type GithubNeeds } from '#github/memory/memory.ts'
import { renderInstallation } from '#github/shapes/account-shapes.ts'
import { fieldsOf, InvalidInput, readJson } from '#runtime/fields.ts'
import { peopleControl, requirePerson, tokenControl } from './people-control.ts'
import { pullControl, repositoryControl } from './repository-control.ts'

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

/** Installing and uninstalling without a browser. */
function installationControl(needs: GithubNeeds): Hono {
  const { installations, people, repositories } = needs.memory

  const known = (id: string): Installation => {
    const found = findInstallation(installations.state, Number(id))
    if (!found) throw new InvalidInput('No such installation.')
    return found
  }

  return new Hono()
    .post('/installations', async (c) => {
      const input = fieldsOf(await readJson(c.req))
      const person = requirePerson(needs, input.text('person'))
      const account = people.accountOf(input.text('account', person.login))
      const clientId = input.text('clientId', needs.memory.registrations[0]?.clientId ?? '')
      const registration = findRegistration(needs, clientId)
      if (!account || !registration) throw new InvalidInput('Nobody of that name.')
      const owned = repositories.all().filter((one) => one.ownerId === account.id)
      const names = input.has('repositories') ? input.texts('repositories') : null
      const chosen = owned.filter(({ name }) => names?.includes(name)).map(({ id }) => id)
      const { installation } = await install(needs, {
        registration,
        account,
        person,
        selection: names ? chosen : 'all',
      })
      return c.json(renderInstallation(needs, installation), 201)
    })
    .put('/installations/:id', async (c) => {
      const isSuspended = fieldsOf(await readJson(c.req)).flag('suspended')
      await setSuspended(needs, known(c.req.param('id')), isSuspended)
      return c.body(null, 204)
    })
    .put('/applications/:clientId', async (c) => {
      const clientId = c.req.param('clientId')
      if (!findRegistration(needs, clientId)) throw new InvalidInput('No such application.')
      await suspendApp(needs, clientId, fieldsOf(await readJson(c.req)).flag('suspended'))
      return c.body(null, 204)
    })
    .delete('/installations/:id', async (c) => {
      await uninstall(needs, known(c.req.param('id')))
      return c.body(null, 204)
    })
}
