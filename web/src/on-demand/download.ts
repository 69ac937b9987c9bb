import { type ComponentType, useCallback, useEffect, useState } from 'react'

type Source<Props> = ReturnType<typeof downloadOnce<Props>>

/** A component that is downloaded once. */
export function downloadOnce<Props>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | null = null
  const download = async () => {
    loaded ??= await load()
    return loaded
  }

  return { loaded: () => loaded, download, preload: () => void download().catch(() => {}) }
}

/** The component when loaded; a failed download can be retried. */
export function useDownload<Props>({ loaded, download }: Source<Props>) {
  const [Loaded, setLoaded] = useState(loaded)
  const [failure, setFailure] = useState<unknown>(null)
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt downloads again.
  useEffect(() => {
    if (Loaded) return
    let isCurrent = true
    setFailure(null)
    download().then(
      (part) => isCurrent && setLoaded(() => part),
      (error: unknown) => isCurrent && setFailure(error ?? true),
    )
    return () => {
      isCurrent = false
    }
  }, [attempt, Loaded, download])

  const retry = useCallback(() => setAttempt((count) => count + 1), [])

  return { Loaded, failure, retry }
}
