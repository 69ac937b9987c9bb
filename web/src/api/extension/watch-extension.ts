import { askExtension, type ExtensionStatus } from './extension.ts'

/** Frequent enough to react soon to an installation, or a sign-in in another tab. */
const POLL_MS = 3_000

/** Polls while the page is visible. The status is null without an answer. */
export function watchExtension(onAnswer: (status: ExtensionStatus | null) => void): () => void {
  let isOver = false
  const look = async () => {
    if (document.hidden) return
    const status = await askExtension()
    if (!isOver) onAnswer(status)
  }

  void look()
  const timer = setInterval(look, POLL_MS)
  document.addEventListener('visibilitychange', look)

  return () => {
    isOver = true
    clearInterval(timer)
    document.removeEventListener('visibilitychange', look)
  }
}

/** Set on the document, where style sheets see it before the application loads. */
export function markExtension(status: ExtensionStatus | null): void {
  document.documentElement.dataset.extension = status ? 'present' : 'absent'
}
