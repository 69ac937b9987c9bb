import { isInOpenDialog } from '@app/ui/is-in-open-dialog.ts'
import { LoadingNotice } from '@app/ui/loading-notice.tsx'
import { Toaster } from '@app/ui/toaster.tsx'
import { useHasUnsaved } from '@app/ui/unsaved-marks.ts'
import { useContext, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Outlet, useLocation, useMatches, useNavigation, useNavigationType } from 'react-router'
import { becomeVisitor, useEnding } from '#api/session/ended-session.ts'
import { useSession } from '#api/session/session.ts'
import { useOwnTitle } from '#browser/page-title.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { CONTENT_ID } from '#features/site/site-frame.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { onDemand } from '#on-demand/on-demand.tsx'
import { pageOf } from './page.ts'
import { OwnScrollPositions } from './scroll-position.ts'
import { useAnswerInAddress } from './use-answer-in-address.ts'

export function RootLayout() {
  const { t } = useTranslation()
  const isLoading = useNavigation().state === 'loading'

  useDocumentTitle()
  usePlaceOnPage()
  useAnswerInAddress()

  return (
    <>
      {isLoading && <LoadingNotice text={t('common.loading')} />}
      <Outlet />
      <SessionEnding />
      <Toaster label={t('common.notifications')} dismissText={t('common.dismiss')} />
    </>
  )
}

function useDocumentTitle() {
  const { t } = useTranslation()
  const { siteName } = usePublicConfig()
  const own = useOwnTitle()
  const ofRoute = pageOf(useMatches())?.title(t, { siteName })
  const title = own ? `${own} · ${siteName}` : ofRoute

  useEffect(() => {
    if (title) document.title = title
  }, [title])
}

/**
 * A new page starts at its top, for view and keyboard; back and forward restore the earlier position. Only a new path is a new page: tabs
 * and the hydrated page keep their scroll position.
 */
function usePlaceOnPage() {
  const { pathname, hash, key } = useLocation()
  const isPop = useNavigationType() === 'POP'
  const shown = useRef({ pathname, key })
  const places = useContext(OwnScrollPositions)

  // Runs before the next frame, whose scroll event would belong to the new page.
  useLayoutEffect(() => {
    const before = shown.current
    if (before.key === key) return
    shown.current = { pathname, key }
    const isSamePage = before.pathname === pathname
    // The browser handles links within the page, which also look like back navigation.
    const isReturn = isPop && (hash === '' || !isSamePage)

    if (isReturn) places?.returnTo(key)
    else if (isSamePage) places?.stayAt(key)
    else places?.startAt(key, hash)
    // A user who opened a dialog while the page was loading keeps the focus there.
    if (isSamePage || isInOpenDialog(document.activeElement)) return
    document.getElementById(CONTENT_ID)?.focus({ preventScroll: true })
  }, [pathname, hash, key, isPop, places])
}

const UnsavedAtEnd = onDemand(async () => (await import('./unsaved-at-end.tsx')).UnsavedAtEnd)

/** Handles a session that ended elsewhere: the guard redirects to the login, unless typed text would be lost. */
function SessionEnding() {
  const ending = useEnding()
  const isOver = useSession().status === 'member' && ending !== null
  const hasUnsaved = useHasUnsaved()
  // A push that outlives its session keeps its result visible until the member leaves.
  const [isHeld, setHeld] = useState(false)
  if (isHeld !== (isOver && (isHeld || hasUnsaved))) setHeld(!isHeld)

  useEffect(() => {
    if (isOver && !hasUnsaved && !isHeld) becomeVisitor()
  }, [isOver, hasUnsaved, isHeld])

  return isOver && isHeld && <UnsavedAtEnd ending={ending} />
}
