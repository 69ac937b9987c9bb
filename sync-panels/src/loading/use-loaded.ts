import { useEffect, useState } from 'react'

export type Loaded<Data> =
  | { state: 'loading' }
  | { state: 'failed'; error: unknown }
  | { state: 'loaded'; data: Data }

type Kept<Data> = { key: string | null; loaded: Loaded<Data> }

/**
 * Loads data for a key, again when the key changes or `reload` is called; null loads nothing. Old data stays visible during a reload. Uses
 * the loader from the first render with the key.
 */
export function useLoaded<Data>(
  key: string | null,
  load: (signal: AbortSignal) => Promise<Data>,
): Loaded<Data> & { reload: () => void } {
  const [attempt, setAttempt] = useState(0)
  const [kept, setKept] = useState<Kept<Data>>({ key, loaded: { state: 'loading' } })

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says what is loaded, the attempt how often.
  useEffect(() => {
    if (key === null) return
    const abort = new AbortController()
    load(abort.signal).then(
      (data) => settle({ state: 'loaded', data }),
      (error: unknown) => settle({ state: 'failed', error }),
    )
    return () => abort.abort()

    function settle(loaded: Loaded<Data>) {
      if (!abort.signal.aborted) setKept({ key, loaded })
    }
  }, [key, attempt])

  const loaded: Loaded<Data> = kept.key === key ? kept.loaded : { state: 'loading' }

  return {
    ...loaded,
    reload() {
      if (loaded.state === 'failed') setKept({ key, loaded: { state: 'loading' } })
      setAttempt((count) => count + 1)
    },
  }
}
