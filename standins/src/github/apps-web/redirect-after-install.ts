import { issueCode } from '#github/grants/codes.ts'
import { letIn } from '#github/grants/grants.ts'
import type { Installation } from '#github/installations/installation.ts'
import type { GithubNeeds } from '#github/memory/needs.ts'
import type { Person } from '#github/people/person.ts'
import type { Registration } from '#github/registrations/registration.ts'
import { fullCallback, hasAnyPort, withAnswer } from '#oauth/callbacks.ts'

type Arrival = {
  registration: Registration
  person: Person
  /** undefined: somebody who may not install asked those who may. */
  installation: Installation | undefined
  action: 'install' | 'update' | 'request'
  state: string | undefined
}

/** Where the browser goes after an installation, by what the app's makers chose when they registered it. */
export async function landingOf(needs: GithubNeeds, arrival: Arrival): Promise<string> {
  const { registration, installation, action, state } = arrival
  const atHome = installation ? `/settings/installations/${installation.id}` : '/'
  const setup = setupAddress(needs, registration)
  if (!setup || (action === 'update' && !registration.redirectsOnUpdate)) return atHome

  return withAnswer(setup, {
    installation_id: installation && String(installation.id),
    setup_action: action,
    // An update never brings a code: the person authorized the app long before.
    code:
      registration.asksDuringInstall && action === 'install'
        ? await codeFor(needs, arrival, setup)
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
  { registration, person }: Arrival,
  callback: string,
): Promise<string> {
  const wanted = { clientId: registration.clientId, personId: person.id, scopes: [] }

  return memory.grants.change((grants) => {
    letIn(grants, wanted, clock.now())
    return issueCode(grants, { ...wanted, callback, challenge: null }, clock.now())
  })
}
