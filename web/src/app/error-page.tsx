import { buttonClasses } from '@app/ui/button-classes.ts'
import { PageMessage } from '@app/ui/page-message.tsx'
import { useEffect } from 'react'
import { isRouteErrorResponse, useLocation, useNavigate, useRouteError } from 'react-router'
import { paths } from '#config/paths.ts'
import { SiteFrame } from '#features/site/site-frame.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { isChunkFailure } from './chunk-failure.ts'
import { reportError } from './error-log.ts'

/** Replaces the whole application when something below the root throws. */
export function ErrorPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const location = useLocation()
  const error = useRouteError()

  // Errors during rendering were already reported with their component stack; this reports others.
  useEffect(() => reportError(error), [error])

  // Without a connection, no update can have happened.
  const isOffline = isChunkFailure(error) && !navigator.onLine
  useEffect(() => {
    if (!isOffline) return
    const goOn = () => void tryAgain()

    addEventListener('online', goOn)
    return () => removeEventListener('online', goOn)
  })

  async function tryAgain() {
    // Imported dynamically, because public pages never download the query cache.
    const { forgetAnswers } = await import('#api/calls/query-client.ts')
    forgetAnswers()
    // The router clears an error when the location changes; navigating to the same one suffices.
    await navigate(location, { replace: true, state: location.state })
  }

  if (isChunkFailure(error) && !isOffline) return <UpdatePage />

  return (
    <SiteFrame>
      <PageMessage
        title={t(isOffline ? 'errorPage.offlineTitle' : 'errorPage.title')}
        lead={t(isOffline ? 'errorPage.offlineLead' : 'errorPage.lead')}
        {...(!isOffline && { detail: messageOf(error) })}
        actions={
          <>
            <button type="button" className={buttonClasses('primary')} onClick={tryAgain}>
              {t('errorPage.tryAgain')}
            </button>
            {/* A plain link, because a full load is the safest way out of a broken state. */}
            <a href={paths.home} className={buttonClasses('secondary')}>
              {t('common.goHome')}
            </a>
          </>
        }
      />
    </SiteFrame>
  )
}

function messageOf(error: unknown): string {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`.trim()
  return error instanceof Error ? error.message : String(error)
}

/** The server no longer has a chunk: a newer version has been deployed. */
function UpdatePage() {
  const { t } = useTranslation()

  return (
    <SiteFrame>
      <PageMessage
        title={t('updatePage.title')}
        lead={t('updatePage.lead')}
        actions={
          <button
            type="button"
            className={buttonClasses('primary')}
            onClick={() => window.location.reload()}
          >
            {t('updatePage.refresh')}
          </button>
        }
      />
    </SiteFrame>
  )
}
