import { useHasUnsaved } from '@app/ui/unsaved-marks.ts'
import { useEffect, useState } from 'react'
import { becomeVisitor, useEnding } from '#api/session/ended-session.ts'
import { useSession } from '#api/session/session.ts'
import { onDemand } from '#on-demand/on-demand.tsx'

const UnsavedAtEnd = onDemand(async () => (await import('./unsaved-at-end.tsx')).UnsavedAtEnd)

/** A session that was ended elsewhere: the guard leads to the login, unless something typed would be lost on the way. */
export function SessionEnding() {
  const ending = useEnding()
  const isOver = useSession().status === 'member' && ending !== null
  const hasUnsaved = useHasUnsaved()
  // A push that ends after its session leaves its result to be read: from then on only the person leaves.
  const [isHeld, setHeld] = useState(false)
  if (isHeld !== (isOver && (isHeld || hasUnsaved))) setHeld(!isHeld)

  useEffect(() => {
    if (isOver && !hasUnsaved && !isHeld) becomeVisitor()
  }, [isOver, hasUnsaved, isHeld])

  return isOver && isHeld && <UnsavedAtEnd ending={ending} />
}
