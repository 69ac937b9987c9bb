import { type Backend, type OwnSession, openBackend } from '@app/backend-client/backend'
import { authorizedFetch } from '#api/session/authorized-fetch.ts'
import { createStore, useStore } from '#api/session/store.ts'
import { forgetTab, readTab, writeTab } from '#browser/storage.ts'
import { readConfigScript } from '#config/config-script.ts'
import { loggedFetch } from './call-log.ts'

/** The session that the simulator uses in place of the extension, separate from the page's. */
const ownSessionStore = createStore<OwnSession | null>(null)

export const useOwnSession = () => useStore(ownSessionStore, null)

/** The session that this tab stored for the member, if any. */
export function openOwnSession(userId: string): void {
  ownSessionStore.set(parse(readTab(keyOf(userId))))
}

/** Calls our server like the extension, and logs each call. */
export function ownBackend(): Backend {
  const { apiUrl, publishableKey } = readConfigScript()
  opened ??= openBackend({
    apiUrl,
    publishableKey,
    fetch: loggedFetch,
    now: () => Date.now(),
    store: { read: async () => ownSessionStore.get(), write: async (session) => keep(session) },
  })

  return opened
}

/** One instance per page, so that calls share a renewal. */
let opened: Backend | null = null

/** Uses the page's session to request a separate one, like the extension on this site. */
export async function pickUpSession(): Promise<void> {
  await ownBackend().pickUpSession((input, init) => loggedFetch(input, init, authorizedFetch))
}

function keep(session: OwnSession | null): void {
  const known = session ?? ownSessionStore.get()
  if (session) writeTab(keyOf(session.userId), JSON.stringify(session))
  else if (known) forgetTab(keyOf(known.userId))
  ownSessionStore.set(session)
}

/** Several members may use a tab, one after another. */
const keyOf = (userId: string) => `simulator-session-${userId}`

function parse(text: string | null): OwnSession | null {
  try {
    return JSON.parse(text ?? 'null') as OwnSession | null
  } catch {
    return null
  }
}
