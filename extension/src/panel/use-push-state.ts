import type { PushService, PushState } from '@app/sync-panels/push-state'
import { useEffect, useState } from 'react'

/** How the project's push stands, for what is beside the panel that shows it. */
export function usePushState(pushing: PushService): PushState | null {
  const [state, setState] = useState<PushState | null>(null)
  useEffect(() => pushing.watch(setState), [pushing])

  return state
}
