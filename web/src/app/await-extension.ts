import { markExtension, watchExtension } from '#api/extension/watch-extension.ts'

/** Works without the application: the page already contains the text for a missing extension. */
export function awaitExtension(onAnswer: () => void, until: AbortSignal): void {
  const stop = watchExtension((status) => {
    if (status) onAnswer()
    else markExtension(null)
  })

  until.addEventListener('abort', stop)
}
