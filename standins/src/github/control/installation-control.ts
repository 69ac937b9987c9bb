import { Hono } from 'hono'
import { install, suspend, suspendApp, uninstall, unsuspend } from '#github/actions/install.ts'
import { findInstallation, type Installation } from '#github/installations/installations.ts'
import { findRegistration, type GithubNeeds } from '#github/memory/memory.ts'
import { renderInstallation } from '#github/shapes/installation-shape.ts'
import { fieldsOf, InvalidInput, readJson } from '#runtime/fields.ts'
import { requirePerson } from './people-control.ts'

/** Installing and uninstalling without a browser. */
export function installationControl(needs: GithubNeeds): Hono {
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
      const [first] = needs.registrations
      if (!account || !first) throw new InvalidInput('Nobody of that name.')
      const owned = repositories.all().filter((one) => one.ownerId === account.id)
      const names = input.has('repositories') ? input.texts('repositories') : null
      const chosen = owned.filter(({ name }) => names?.includes(name)).map(({ id }) => id)
      const { installation } = await install(needs, {
        registration: first,
        account,
        person,
        selection: names ? chosen : 'all',
      })
      return c.json(renderInstallation(needs, installation), 201)
    })
    .get('/installations', (c) =>
      c.json(installations.state.installations.map((one) => renderInstallation(needs, one))),
    )
    .put('/installations/:id', async (c) => {
      const isSuspended = fieldsOf(await readJson(c.req)).flag('suspended')
      await (isSuspended ? suspend : unsuspend)(needs, known(c.req.param('id')), undefined)
      return c.body(null, 204)
    })
    .put('/applications/:clientId', async (c) => {
      const clientId = c.req.param('clientId')
      if (!findRegistration(needs, clientId)) throw new InvalidInput('No such application.')
      await suspendApp(needs, clientId, fieldsOf(await readJson(c.req)).flag('suspended'))
      return c.body(null, 204)
    })
    .delete('/installations/:id', async (c) => {
      await uninstall(needs, known(c.req.param('id')), undefined)
      return c.body(null, 204)
    })
}
