/** What the extension says of itself to a page of ours. */
export type ExtensionStatus = {
  installed: boolean
  version: string
  authenticated: boolean
}

/** Long enough for a content script that has just been started. */
const PATIENCE_MS = 800

/** By page message, the only way a page can reach it; null when nobody answers. */
export function askExtension(): Promise<ExtensionStatus | null> {
  return new Promise((resolve) => {
    const listening = new AbortController()
    const finish = (status: ExtensionStatus | null) => {
      listening.abort()
      clearTimeout(timer)
      resolve(status)
    }
    const timer = setTimeout(() => finish(null), PATIENCE_MS)

    addEventListener(
      'message',
      ({ source, origin, data }: MessageEvent) => {
        const isOurs = source === window && origin === location.origin
        if (isOurs && data?.source === EXTENSION && data.type === 'extensionStatus') {
          finish(data.data as ExtensionStatus)
        }
      },
      { signal: listening.signal },
    )
    window.postMessage({ source: PAGE, type: 'getExtensionStatus' }, location.origin)
  })
}

// The names are those of the published extension.
const PAGE = 'bolt2github-welcome'
const EXTENSION = 'bolt2github-extension'
