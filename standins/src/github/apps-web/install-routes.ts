import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { install } from '#github/actions/install.ts'
import { type Installation, installationOn } from '#github/installations/installations.ts'
import { findApp, type GithubNeeds } from '#github/memory/memory.ts'
import type { Registration } from '#github/registrations/registration.ts'
import { formTargetsFor, withAnswer } from '#oauth/callbacks.ts'
import { InvalidInput } from '#runtime/fields.ts'
import {
  accountsOf,
  appPage,
  chooseAccountPage,
  choosePage,
  type InstallRequest,
  readInstallRequest,
  readSelection,
} from './install-pages.ts'

/** The pages on which an app is installed on an account. */
export function installRoutes(needs: GithubNeeds): Hono {
  const { people, repositories, installations } = needs.memory
  const notHere = (c: Context) =>
    needs.showPage(c, { title: 'Not here', status: 404, body: nothing })
  const ownedBy = (accountId: number) =>
    repositories.all().filter(({ ownerId }) => ownerId === accountId)
  const knownFor = ({ registration, account }: InstallRequest) =>
    installationOn(installations.state, registration.clientId, account.id)

  const chooseAccount = (c: Context) => {
    const registration = findApp(needs, c.req.param('slug') ?? '')
    if (!registration) return notHere(c)
    const latest = people.latest()
    const everybody = latest ? [...new Set([latest, ...people.all()])] : people.all()
    const target = c.req.query('target_id')
    const choices = everybody.map((person) => ({
      person,
      accounts: accountsOf(needs, person).filter(({ id }) => !target || String(id) === target),
    }))
    const body = chooseAccountPage(registration, choices, c.req.query('state'))
    return needs.showPage(c, { title: `Install ${registration.name}`, body })
  }

  const choose = (c: Context) => {
    // Here nobody is signed in: who comes for one account still has to say who they are.
    if (c.req.query('target_id') && !c.req.query('person')) return chooseAccount(c)
    const request = readInstallRequest(needs, c.req.param('slug') ?? '', c.req.query())
    if (!request) return notHere(c)
    const offer = { request, repositories: ownedBy(request.account.id), known: knownFor(request) }
    return needs.showPage(c, {
      title: `Install ${request.registration.name}`,
      body: choosePage(offer),
      formTargets: formTargetsFor(needs.product.url ?? 'http://127.0.0.1'),
    })
  }

  const decide = async (c: Context) => {
    const form = await c.req.parseBody({ all: true })
    const asked = { ...c.req.query(), ...textsIn(form) }
    const request = readInstallRequest(needs, c.req.param('slug') ?? '', asked)
    if (!request) return notHere(c)
    const { registration, state } = request
    if (asked.decision === 'cancel') return c.redirect(`/apps/${registration.slug}`, 303)
    if (!request.mayInstall) {
      const asked = { registration, installation: undefined, action: 'request' as const, state }
      return c.redirect(redirectAfterInstall(needs, asked))
    }

    try {
      const selection = readSelection(form, ownedBy(request.account.id))
      const installed = await install(needs, { ...request, selection })
      return c.redirect(redirectAfterInstall(needs, { registration, state, ...installed }))
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error
      const body = html`<h1>Not yet</h1><p class="problem" role="alert">${error.message}</p>`
      return needs.showPage(c, { title: 'Not yet', status: 422, body })
    }
  }

  return new Hono()
    .get('/apps/:slug', (c) => {
      const registration = findApp(needs, c.req.param('slug'))
      if (!registration) return notHere(c)
      return needs.showPage(c, { title: registration.name, body: appPage(registration) })
    })
    .get('/apps/:slug/installations/new', chooseAccount)
    .get('/apps/:slug/installations/new/permissions', choose)
    .post('/apps/:slug/installations/new', decide)
}

const textsIn = (form: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(form).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )

const nothing = html`
  <h1>Nothing of that name</h1>
  <p class="lead">There is no such app, or it cannot be installed there.</p>`

type InstallOutcome = {
  registration: Registration
  /** undefined: a member asked the organisation's owners. */
  installation: Installation | undefined
  action: 'install' | 'update' | 'request'
  state: string | undefined
}

/** The redirect after an installation, as configured in the app's registration. */
function redirectAfterInstall(
  { product }: GithubNeeds,
  { registration, installation, action, state }: InstallOutcome,
): string {
  const { setupPath } = registration
  if (!product.url || !setupPath) {
    return installation ? `/settings/installations/${installation.id}` : '/'
  }

  return withAnswer(product.url + setupPath, {
    installation_id: installation && String(installation.id),
    setup_action: action,
    state,
  })
}
