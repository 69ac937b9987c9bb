import { forgetStored, readStored, writeStored } from '#browser/storage.ts'

/** The storage key of the session, as official clients name it. The extension reads the same key. */
export function sessionStorageKey(apiUrl: string): string {
  return `sb-${new URL(apiUrl).hostname.split('.')[0]}-auth-token`
}

/** The key was formerly derived from the page's host. A session stored there is moved, so that members stay signed in. */
export function takeOverSession(key: string): void {
  const former = sessionStorageKey(location.href)
  const stored = readStored(former)
  if (former === key || stored === null) return

  if (readStored(key) === null) writeStored(key, stored)
  if (readStored(key) !== null) forgetStored(former)
}
