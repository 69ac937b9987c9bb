import type { LeavingTexts } from '@app/ui/draft-dialog.tsx'
import { hasUnsaved } from '@app/ui/unsaved-marks.ts'
import { useEffect, useRef } from 'react'
import { type Blocker, useBlocker } from 'react-router'
import { paths } from '#config/paths.ts'
import { onDemand } from '#on-demand/on-demand.tsx'

const ConfirmDialog = onDemand(
  async () => (await import('@app/ui/confirm-dialog.tsx')).ConfirmDialog,
)

/**
 * Asks before what was typed is lost: on the way to another page of ours in our words, on any other way in the browser's.
 * The router is asked to hold all the time: after the first letter it would take two more renderings, and a quick Back
 * would be faster.
 */
export function UnsavedChanges({ texts }: { texts: LeavingTexts }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      hasUnsaved() &&
      (currentLocation.pathname !== nextLocation.pathname ||
        // The simulator keeps all its panels, whichever its address names.
        (currentLocation.search !== nextLocation.search &&
          nextLocation.pathname !== paths.simulator)),
  )

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => hasUnsaved() && event.preventDefault()

    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [])

  return blocker.state === 'blocked' && <Question blocker={blocker} texts={texts} />
}

type Blocked = Extract<Blocker, { state: 'blocked' }>

function Question({ blocker, texts }: { blocker: Blocked; texts: LeavingTexts }) {
  // Going back takes a moment, in which a reset would block it again.
  const isLeaving = useRef(false)

  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && !isLeaving.current && blocker.reset()}
      title={texts.title}
      text={texts.text}
      cancelText={texts.stay}
      confirmText={texts.leave}
      onConfirm={() => {
        isLeaving.current = true
        blocker.proceed()
      }}
    />
  )
}
