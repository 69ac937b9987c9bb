const STORAGE_KEY = 'reloaded-build'

/**
 * One reload fixes a chunk that a deployment removed. Offline errors look the same but a reload does not help, so it happens once per build
 * and needs storage. Returns whether the page will reload.
 */
export function reloadOncePerBuild(build: string, delayMs: number): boolean {
  try {
    if (sessionStorage.getItem(STORAGE_KEY) === build) return false
    sessionStorage.setItem(STORAGE_KEY, build)
  } catch {
    return false
  }

  setTimeout(() => location.reload(), delayMs)
  return true
}
