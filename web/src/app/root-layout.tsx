import { isInOpenDialog } from '@app/ui/is-in-open-dialog.ts'
import { LoadingNotice } from '@app/ui/loading-notice.tsx'
import { Toaster } from '@app/ui/toaster.tsx'
import { useContext, useEffect, useLayoutEffect, useRef } from 'react'
import { Outlet, useLocation, useMatches, useNavigation, useNavigationType } from 'react-router'
import { useOwnTitle } from '#browser/page-title.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { CONTENT_ID } from '#features/site/site-frame.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { pageOf } from './page.ts'
import { OwnScrollPlaces } from './scroll-place.ts'
import { SessionEnding } from './session-ending.tsx'
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
 * A new page starts at its top, for the eye and for the keyboard; back and forward lead to the place that was left. A new
 * page is a new path: a tab is none, and the page that was just brought to life stays where its reader has scrolled to.
 */
function usePlaceOnPage() {
  const { pathname, hash, key } = useLocation()
  const isPop = useNavigationType() === 'POP'
  const shown = useRef({ pathname, key })
  const places = useContext(OwnScrollPlaces)

  // Before the next frame: it would tell of the new page's scrolling as if it were the old one's.
  useLayoutEffect(() => {
    const before = shown.current
    if (before.key === key) return
    shown.current = { pathname, key }
    const isSamePage = before.pathname === pathname
    // Links to a place on the page are the browser's own, which also looks like a return.
    const isReturn = isPop && (hash === '' || !isSamePage)

    if (isReturn) places?.returnTo(key)
    else if (isSamePage) places?.stayAt(key)
    else places?.startAt(key, hash)
    // Whoever opened a dialog while the page was loading is typing there.
    if (isSamePage || isInOpenDialog(document.activeElement)) return
    document.getElementById(CONTENT_ID)?.focus({ preventScroll: true })
  }, [pathname, hash, key, isPop, places])
}
