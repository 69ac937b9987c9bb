import { lazy, Suspense, useEffect } from 'react'
import { useBlocker } from 'react-router'
import { useTranslation } from '#i18n/language-provider.tsx'
import { useHasUnsaved } from '#ui/unsaved-changes.ts'

const ConfirmDialog = lazy(async () => ({
  default: (await import('#ui/confirm-dialog.tsx')).ConfirmDialog,
}))

/** Asks before anything typed and not saved is lost: here for our own links, the browser's own way for all others. */
export function LeaveWarning() {
  return useHasUnsaved() && <Warning />
}

/** Only there while it is needed: the router cannot tell whether it may hold up what the browser does by itself. */
function Warning() {
  const { t } = useTranslation()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname ||
      currentLocation.search !== nextLocation.search,
  )

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()

    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [])

  if (blocker.state !== 'blocked') return null
  return (
    <Suspense>
      <ConfirmDialog
        isOpen
        onOpenChange={(isOpen) => !isOpen && blocker.reset()}
        title={t('settings.leave.title')}
        text={t('settings.leave.text')}
        cancelText={t('settings.leave.stay')}
        confirmText={t('settings.leave.go')}
        onConfirm={() => blocker.proceed()}
      />
    </Suspense>
  )
}
