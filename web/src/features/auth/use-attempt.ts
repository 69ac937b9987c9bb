import { useEffect, useState } from 'react'

/**
 * One thing at a time: while an attempt runs, everything else is disabled. `running` says which one, for its busy label.
 * An attempt that leads away from the page stays busy, so that nothing can be pressed while the next page comes.
 */
export function useAttempt<Name extends string>() {
  const [running, setRunning] = useState<Name | null>(null)
  const [failure, setFailure] = useState<{ name: Name; error: unknown } | null>(null)

  useEffect(() => {
    // Back from a provider's page the browser may show this one as it was left: busy.
    addEventListener('pageshow', wakeUp)
    return () => removeEventListener('pageshow', wakeUp)

    function wakeUp({ persisted }: PageTransitionEvent) {
      if (persisted) setRunning(null)
    }
  }, [])

  async function attempt(name: Name, action: () => Promise<'leaving' | 'done'>): Promise<void> {
    setRunning(name)
    setFailure(null)
    try {
      if ((await action()) === 'done') setRunning(null)
    } catch (error) {
      setFailure({ name, error })
      setRunning(null)
    }
  }

  return { attempt, running, failure }
}
