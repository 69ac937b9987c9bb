import { askExtension, type ExtensionStatus } from './extension.ts'

/** Often enough to look alive to somebody who has just installed it, or signed in in the next tab. */
const LOOK_EVERY_MS = 3_000

/** Asks again and again for as long as somebody looks; the answer is null when nobody gives one. */
export function watchExtension(onAnswer: (status: ExtensionStatus | null) => void): () => void {
  let isOver = false
  const look = async () => {
    if (document.hidden) return
    const status = await askExtension()
    if (!isOver) onAnswer(status)
  }

  void look()
  const timer = setInterval(look, LOOK_EVERY_MS)
  document.addEventListener('visibilitychange', look)

  return () => {
    isOver = true
    clearInterval(timer)
    document.removeEventListener('visibilitychange', look)
  }
}

/** Written on the document, where styles see it before the application is there and whichever part is drawn. */
export function markExtension(status: ExtensionStatus | null): void {
  document.documentElement.dataset.extension = status ? 'present' : 'absent'
}
