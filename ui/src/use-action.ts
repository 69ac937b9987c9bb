import { useEffect, useRef, useState } from 'react'

export type RunTools = {
  /** For an action that opens another page: nothing can be pressed while that loads. */
  stayBusy: () => void
}

type Work = (tools: RunTools) => Promise<unknown>

/**
 * Runs one action at a time; a second one is ignored until the first has ended. `running` names the current action, so
 * that its button can show a busy label. `failure` is a new object for every attempt.
 */
export function useAction<Name extends string>() {
  const [running, setRunning] = useState<Name | null>(null)
  const [failure, setFailure] = useState<{ name: Name; error: unknown } | null>(null)
  // Two clicks may precede the first render, so state alone does not suffice.
  const isRunning = useRef(false)

  function end() {
    isRunning.current = false
    setRunning(null)
  }

  async function run(name: Name, work: Work): Promise<void> {
    if (isRunning.current) return
    let isLeaving = false

    isRunning.current = true
    setRunning(name)
    setFailure(null)
    try {
      await work({
        stayBusy: () => {
          isLeaving = true
        },
      })
      if (!isLeaving) end()
    } catch (error) {
      setFailure({ name, error })
      end()
    }
  }

  useEffect(() => {
    // On Back, a browser may restore this page from the bfcache in its busy state.
    addEventListener('pageshow', onRestored)
    return () => removeEventListener('pageshow', onRestored)

    function onRestored({ persisted }: PageTransitionEvent) {
      if (!persisted) return
      isRunning.current = false
      setRunning(null)
    }
  }, [])

  return { run, running, failure, forgetFailure: () => setFailure(null) }
}
