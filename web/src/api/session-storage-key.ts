import { forgetStored, readStored, writeStored } from '#config/browser-storage.ts'

/** Where the identity client keeps the session, as official clients name it. The extension looks under the same name. */
export function sessionStorageKey(apiUrl: string): string {
  return `sb-${new URL(apiUrl).hostname.split('.')[0]}-auth-token`
}

/** The key was once made of the page's own host. A session under that name moves, so that nobody has to sign in again. */
export function takeOverSession(key: string): void {
  const former = sessionStorageKey(location.href)
  const stored = readStored(former)
  if (former === key || stored === null) return

  if (readStored(key) === null) writeStored(key, stored)
  if (readStored(key) !== null) forgetStored(former)
}
