import { isChunkFailure } from './chunk-failure.ts'
import { reloadOncePerBuild } from './reload-once.ts'
import { UPDATE_NOTICE_ID } from './update-notice.ts'

/** Specification, section 9. */
const AFTER_ERROR_MS = 1000
const AFTER_REJECTION_MS = 500

/**
 * A deployment removes files that open pages still need. A script that fails to load shows a notice and reloads; an unhandled rejection
 * reloads silently. Errors that a screen catches show the update page instead.
 */
export function watchForUpdates(build: string): void {
  addEventListener(
    'error',
    (event) => {
      if (!(event.target instanceof HTMLScriptElement) && !isChunkFailure(event.error)) return
      if (reloadOncePerBuild(build, AFTER_ERROR_MS)) showNotice()
    },
    // Load errors of elements do not bubble.
    true,
  )

  addEventListener('unhandledrejection', ({ reason }) => {
    if (isChunkFailure(reason)) reloadOncePerBuild(build, AFTER_REJECTION_MS)
  })
}

function showNotice(): void {
  document.getElementById(UPDATE_NOTICE_ID)?.removeAttribute('hidden')
}
