import { useEffect, useRef } from 'react'
import { Outlet, useLocation, useMatches, useNavigation } from 'react-router'
import { usePublicConfig } from '#config/public-config.tsx'
import { CONTENT_ID } from '#features/site/site-frame.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { isInOpenDialog } from '#ui/is-in-open-dialog.ts'
import { LoadingNotice } from '#ui/loading-notice.tsx'
import { Toaster } from '#ui/toaster.tsx'
import { pageOf } from './page.ts'
import { SessionEnding } from './session-ending.tsx'
import { useAnswerInAddress } from './use-answer-in-address.ts'

export function RootLayout() {
  const { t } = useTranslation()
  const isLoading = useNavigation().state === 'loading'

  useDocumentTitle()
  useFreshStart()
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
  const title = pageOf(useMatches())?.title(t, { siteName })

  useEffect(() => {
    if (title) document.title = title
  }, [title])
}

/**
 * A new page begins at its top, for the eye and for the keyboard. Only when the path changes: the page that was
 * just brought to life stays where its reader has scrolled to, and a tab is not a page.
 */
function useFreshStart() {
  const { pathname } = useLocation()
  const shownPath = useRef(pathname)

  useEffect(() => {
    if (shownPath.current === pathname) return
    shownPath.current = pathname
    window.scrollTo({ top: 0, behavior: 'instant' })
    // Whoever called up a dialog while the page was on its way is typing there.
    if (isInOpenDialog(document.activeElement)) return
    document.getElementById(CONTENT_ID)?.focus({ preventScroll: true })
  }, [pathname])
}
