import { markExtension, watchExtension } from '#api/extension/watch-extension.ts'

/** Without the application: the page already holds the words for an extension that does not answer. */
export function awaitExtension(onAnswer: () => void, until: AbortSignal): void {
  const stop = watchExtension((status) => {
    if (status) onAnswer()
    else markExtension(null)
  })

  until.addEventListener('abort', stop)
}
