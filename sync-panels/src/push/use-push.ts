import { useEffect, useState } from 'react'
import { CHOOSING, type PushState } from '#service/push-state.ts'
import { useSurroundings } from '#surroundings.tsx'

/** The push of the shown project, independent of where the work runs. Null until it is known whether one is running. */
export function usePush() {
  const { pushing } = useSurroundings()
  const [state, setState] = useState<PushState | null>(null)

  useEffect(() => {
    const stop = pushing.watch(setState)
    pushing.running().then(setState, () => setState(CHOOSING))
    return stop
  }, [pushing])

  return { state, pushing }
}
