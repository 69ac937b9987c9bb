import { Hono } from 'hono'
import { install } from '#github/actions/install.ts'
import { suspend, uninstall, unsuspend } from '#github/actions/uninstall.ts'
import type { Installation } from '#github/installations/installation.ts'
import { findInstallation } from '#github/installations/installation-memory.ts'
import type { GithubNeeds } from '#github/memory/needs.ts'
import { tellInstallation } from '#github/shapes/installation-shape.ts'
import { fieldsOf, Misunderstood, readJson } from '#runtime/fields.ts'
import { somebody } from './people-control.ts'

/** Installing and uninstalling without a browser. */
export function installationControl(needs: GithubNeeds): Hono {
  const { installations, people, repositories } = needs.memory

  const known = (id: string): Installation => {
    const found = findInstallation(installations.state, Number(id))
    if (!found) throw new Misunderstood('No such installation.')
    return found
  }

  return new Hono()
    .post('/installations', async (c) => {
      const wish = fieldsOf(await readJson(c.req))
      const person = somebody(needs, wish.text('person'))
      const account = people.accountOf(wish.text('account', person.login))
      const [first] = needs.registrations
      if (!account || !first) throw new Misunderstood('Nobody of that name.')
      const owned = repositories.all().filter((one) => one.ownerId === account.id)
      const names = wish.has('repositories') ? wish.texts('repositories') : null
      const chosen = owned.filter(({ name }) => names?.includes(name)).map(({ id }) => id)
      const { installation } = await install(needs, {
        registration: first,
        account,
        person,
        selection: names ? chosen : 'all',
      })
      return c.json(tellInstallation(needs, installation), 201)
    })
    .get('/installations', (c) =>
      c.json(installations.state.installations.map((one) => tellInstallation(needs, one))),
    )
    .put('/installations/:id', async (c) => {
      const isSuspended = fieldsOf(await readJson(c.req)).flag('suspended')
      await (isSuspended ? suspend : unsuspend)(needs, known(c.req.param('id')), undefined)
      return c.body(null, 204)
    })
    .delete('/installations/:id', async (c) => {
      await uninstall(needs, known(c.req.param('id')), undefined)
      return c.body(null, 204)
    })
}
