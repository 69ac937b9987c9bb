import { type Context, Hono } from 'hono'
import { suspend, uninstall, unsuspend } from '#github/actions/uninstall.ts'
import type { ApiEnv } from '#github/api/api-env.ts'
import { requireApp, requireBot } from '#github/api/caller.ts'
import { notFound } from '#github/api/errors.ts'
import { pageOf } from '#github/api/paging.ts'
import { findInstallation, installationOn } from '#github/installations/installation-memory.ts'
import type { GithubNeeds } from '#github/memory/needs.ts'
import { addressesOf } from '#github/shapes/addresses.ts'
import { appShape } from '#github/shapes/app-shape.ts'
import { renderInstallation } from '#github/shapes/installation-shape.ts'

/** What the app may do with its JWT. */
export function appRoutes(needs: GithubNeeds) {
  const { installations, people, repositories } = needs.memory
  const state = () => installations.state

  const own = (c: Context<ApiEnv>) => {
    const { clientId } = requireApp(c)
    const found = findInstallation(state(), Number(c.req.param('id')))
    if (found?.clientId !== clientId) throw notFound()
    return found
  }
  const onAccount = (c: Context<ApiEnv>, login: string) => {
    const { clientId } = requireApp(c)
    const account = people.accountOf(login)
    const found = account && installationOn(state(), clientId, account.id)
    if (!found) throw notFound()
    return c.json(renderInstallation(needs, found))
  }

  return new Hono<ApiEnv>()
    .get('/app', (c) => {
      const app = requireApp(c)
      const owner = people.account(app.ownerId)
      if (!owner) throw notFound()
      const count = state().installations.filter((one) => one.clientId === app.clientId).length
      return c.json(appShape(addressesOf(needs), app, owner, count))
    })
    .get('/app/installations', (c) => {
      const { clientId } = requireApp(c)
      const own = state().installations.filter((one) => one.clientId === clientId)
      return c.json(pageOf(c, own).map((one) => renderInstallation(needs, one)))
    })
    .get('/app/installations/:id', (c) => c.json(renderInstallation(needs, own(c))))
    .delete('/app/installations/:id', async (c) => {
      await uninstall(needs, own(c), undefined)
      return c.body(null, 204)
    })
    .put('/app/installations/:id/suspended', async (c) => {
      await suspend(needs, own(c), undefined)
      return c.body(null, 204)
    })
    .delete('/app/installations/:id/suspended', async (c) => {
      await unsuspend(needs, own(c), undefined)
      return c.body(null, 204)
    })
    .get('/users/:login/installation', (c) => onAccount(c, c.req.param('login')))
    .get('/orgs/:login/installation', (c) => onAccount(c, c.req.param('login')))
    .get('/repos/:login/:name/installation', (c) => {
      const owner = people.accountOf(c.req.param('login'))
      if (!owner || !repositories.named(owner.id, c.req.param('name'))) throw notFound()
      return onAccount(c, c.req.param('login'))
    })
    .delete('/installation/token', async (c) => {
      const { token } = requireBot(c)
      await installations.change((known) => {
        known.tokens = known.tokens.filter((one) => one !== token)
      })
      return c.body(null, 204)
    })
}
