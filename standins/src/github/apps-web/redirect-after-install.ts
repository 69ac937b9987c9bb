import { issueCode } from '#github/grants/codes.ts'
import { grantAccess } from '#github/grants/grants.ts'
import type { Installation } from '#github/installations/installation.ts'
import type { GithubNeeds } from '#github/memory/needs.ts'
import type { Person } from '#github/people/person.ts'
import type { Registration } from '#github/registrations/registration.ts'
import { fullCallback, hasAnyPort, withAnswer } from '#oauth/callbacks.ts'

type InstallOutcome = {
  registration: Registration
  person: Person
  /** undefined: a member asked the organisation's owners. */
  installation: Installation | undefined
  action: 'install' | 'update' | 'request'
  state: string | undefined
}

/** The redirect after an installation, as configured in the app's registration. */
export async function redirectAfterInstall(
  needs: GithubNeeds,
  outcome: InstallOutcome,
): Promise<string> {
  const { registration, installation, action, state } = outcome
  const settingsPath = installation ? `/settings/installations/${installation.id}` : '/'
  const setup = setupAddress(needs, registration)
  if (!setup || (action === 'update' && !registration.redirectsOnUpdate)) return settingsPath

  return withAnswer(setup, {
    installation_id: installation && String(installation.id),
    setup_action: action,
    // An update carries no code: the person authorized the app before.
    code:
      registration.asksDuringInstall && action === 'install'
        ? await codeFor(needs, outcome, setup)
        : undefined,
    state,
  })
}

function setupAddress({ product }: GithubNeeds, registration: Registration): string | undefined {
  const { asksDuringInstall, callbacks, setupPath } = registration
  if (!asksDuringInstall) return product.url && setupPath ? product.url + setupPath : undefined
  const [first] = callbacks
  if (!hasAnyPort(first)) return fullCallback(callbacks)

  return product.url ? product.url + new URL(first).pathname : undefined
}

function codeFor(
  { memory, clock }: GithubNeeds,
  { registration, person }: InstallOutcome,
  callback: string,
): Promise<string> {
  const wanted = { clientId: registration.clientId, personId: person.id, scopes: [] }

  return memory.grants.change((grants) => {
    grantAccess(grants, wanted, clock.now())
    return issueCode(grants, { ...wanted, callback, challenge: null }, clock.now())
  })
}
