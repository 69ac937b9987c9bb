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
 * Asks before typed text is lost: with our dialog within the site, with the browser's elsewhere. The router's blocker is always on:
 * enabling it takes two renders, and a quick Back would come first.
 */
export function UnsavedChanges({ texts }: { texts: LeavingTexts }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      hasUnsaved() &&
      (currentLocation.pathname !== nextLocation.pathname ||
        // The simulator keeps all panels mounted, regardless of the URL.
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
  // Going back takes a moment; resetting the blocker before that would block it again.
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
