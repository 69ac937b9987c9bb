import { useEffect, useRef } from 'react'
import { Outlet, useLocation, useMatches, useNavigation } from 'react-router'
import { usePublicConfig } from '#config/public-config.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { LoadingNotice } from '#ui/loading-notice.tsx'
import { pageOf } from './page.ts'

export function RootLayout() {
  const { t } = useTranslation()
  const isLoading = useNavigation().state === 'loading'

  useDocumentTitle()
  useScrollToTop()

  return (
    <>
      {isLoading && <LoadingNotice text={t('common.loading')} />}
      <Outlet />
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

/** Only when the path changes: the page that was just brought to life stays where its reader has scrolled to. */
function useScrollToTop() {
  const { pathname } = useLocation()
  const shownPath = useRef(pathname)

  useEffect(() => {
    if (shownPath.current === pathname) return
    shownPath.current = pathname
    window.scrollTo(0, 0)
  }, [pathname])
}
