const STORAGE_KEY = 'reloaded-build'
/** Specification, section 9: after a rejection. */
const DELAY_MS = 500

/**
 * A chunk that vanished with a deploy is cured by one reload. Being offline looks just the same and is not cured,
 * hence never twice for one build, and never where the browser cannot remember that it has been tried.
 */
export function reloadOncePerBuild(build: string): void {
  try {
    if (sessionStorage.getItem(STORAGE_KEY) === build) return
    sessionStorage.setItem(STORAGE_KEY, build)
  } catch {
    return
  }

  setTimeout(() => location.reload(), DELAY_MS)
}
