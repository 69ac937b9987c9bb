const STORAGE_KEY = 'reloaded-build'

/**
 * A chunk that vanished with a deploy is cured by one reload. Being offline looks just the same and is not cured,
 * hence never twice for one build, and never where the browser cannot remember that it has been tried.
 * Returns whether the page is about to reload.
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
