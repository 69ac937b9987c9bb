import type { Importing } from '#messages/messages.ts'

const PROJECT = /^\/~\/([A-Za-z0-9_-]{1,200})(?:\/|$)/
const IMPORT = /^\/~\/github\.com\/([^/]+)\/([^/]+?)(?:\.git)?(?:\/tree\/(.+?))?\/?$/

/** The id of the project at an address of the builder; an import under way belongs to none. */
export const projectAt = (path: string): string | null => PROJECT.exec(path)?.[1] ?? null

/** The repository that the builder is importing at this address; the default branch if none is named. */
export function importAt(path: string): Importing | null {
  const [, owner, name, branch] = (IMPORT.exec(path) ?? []).map(decoded)

  return owner && name ? { owner, name, branch: branch ?? null } : null
}

function decoded(part: string | undefined): string | undefined {
  try {
    return part && decodeURIComponent(part)
  } catch {
    return part
  }
}

const LOOK_EVERY_MS = 500

type Navigation = { addEventListener: (type: 'currententrychange', listener: () => void) => void }

/** Calls with each new path, also where the page changes it by script. */
export function followPath(onPath: (path: string) => void): void {
  let known: string | null = null
  const look = () => {
    if (location.pathname === known) return
    known = location.pathname
    onPath(known)
  }
  look()
  // After a return from bfcache the worker may know another page's project for this tab.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) known = null
    look()
  })
  const { navigation } = globalThis as { navigation?: Navigation }
  if (navigation) navigation.addEventListener('currententrychange', look)
  else setInterval(look, LOOK_EVERY_MS)
}
