import type { LeavingTexts } from '@app/ui/draft-dialog.tsx'
import { hasUnsaved } from '@app/ui/unsaved-marks.ts'
import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { onDemand } from '#on-demand/on-demand.tsx'

const ConfirmDialog = onDemand(
  async () => (await import('@app/ui/confirm-dialog.tsx')).ConfirmDialog,
)

/** Asks before what was typed is lost: on the way to another page of ours in our words, on any other way in the browser's. */
export function UnsavedChanges({ isDirty, texts }: { isDirty: boolean; texts: LeavingTexts }) {
  return isDirty && <Warning texts={texts} />
}

/** Only there while it is needed: the router cannot tell whether it may hold up what the browser does by itself. */
function Warning({ texts }: { texts: LeavingTexts }) {
  // Going back takes a moment, in which a reset would block it again.
  const isLeaving = useRef(false)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      // What was discarded or saved a moment ago, before this was rendered again, is no reason to ask.
      hasUnsaved() &&
      (currentLocation.pathname !== nextLocation.pathname ||
        currentLocation.search !== nextLocation.search),
  )

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()

    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [])

  if (blocker.state !== 'blocked') return null
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
