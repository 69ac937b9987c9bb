import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { suspend, uninstall, unsuspend } from '#github/actions/uninstall.ts'
import { revokeGrant } from '#github/grants/grants.ts'
import type { Installation } from '#github/installations/installation.ts'
import { findInstallation } from '#github/installations/installation-memory.ts'
import { findRegistration, type GithubNeeds } from '#github/memory/needs.ts'
import { announceRevocation } from '#github/webhooks/authorization-events.ts'
import { settingsPage } from './settings-page.ts'

/** Where a person manages installations and revokes authorizations. */
export function settingsRoutes(needs: GithubNeeds): Hono {
  const { people, grants, installations } = needs.memory

  const found = (c: Context) => {
    const installation = findInstallation(installations.state, Number(c.req.param('id')))
    const account = installation && people.account(installation.accountId)
    const registration = installation && findRegistration(needs, installation.clientId)
    return account && registration && { installation, account, registration }
  }

  const onSubmit =
    (verb: (needs: GithubNeeds, installation: Installation, by: undefined) => Promise<void>) =>
    async (c: Context) => {
      const known = found(c)
      if (!known) return c.redirect('/', 303)
      await verb(needs, known.installation, undefined)
      return c.redirect(
        found(c) ? c.req.path.replace(/\/\w+$/, '') : `/${known.account.login}`,
        303,
      )
    }

  return new Hono()
    .get('/settings/installations/:id', (c) => {
      const known = found(c)
      if (!known) return needs.showPage(c, { title: 'Not here', status: 404, body: gone })
      const owner = people.byId(known.installation.installedBy)
      const body = settingsPage({ ...known, owner })
      return needs.showPage(c, {
        title: `${known.registration.name} on ${known.account.login}`,
        body,
      })
    })
    .post('/settings/installations/:id/uninstall', onSubmit(uninstall))
    .post('/settings/installations/:id/suspend', onSubmit(suspend))
    .post('/settings/installations/:id/unsuspend', onSubmit(unsuspend))
    .post('/settings/applications/revoke', async (c) => {
      const { person: login, application } = await c.req.parseBody()
      const person = people.byLogin(String(login))
      if (!person) return c.redirect('/', 303)
      const clientId = String(application)
      await grants.change((state) => revokeGrant(state, { personId: person.id, clientId }))
      announceRevocation(needs, clientId, person)
      return c.redirect(`/${person.login}`, 303)
    })
}

const gone = html`
  <h1>Not installed</h1>
  <p class="lead">There was an app here once, or never. <a href="/">See who is here</a></p>`
