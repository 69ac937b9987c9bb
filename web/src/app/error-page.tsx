import { buttonClasses } from '@app/ui/button-classes.ts'
import { PageMessage } from '@app/ui/page-message.tsx'
import { useEffect } from 'react'
import { isRouteErrorResponse, useLocation, useNavigate, useRouteError } from 'react-router'
import { paths } from '#config/paths.ts'
import { SiteFrame } from '#features/site/site-frame.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { isChunkFailure } from './chunk-failure.ts'
import { reportError } from './error-log.ts'
import { UpdatePage } from './update-page.tsx'

/** Stands in for the whole application when something below the root has thrown. */
export function ErrorPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const location = useLocation()
  const error = useRouteError()

  // What was thrown while rendering has been reported with its component stack; this is for the rest.
  useEffect(() => reportError(error), [error])

  // Without a connection nothing can have been updated.
  const isOffline = isChunkFailure(error) && !navigator.onLine
  if (isChunkFailure(error) && !isOffline) return <UpdatePage />

  async function tryAgain() {
    // Imported here: public pages never download the query cache.
    const { forgetAnswers } = await import('#api/calls/query-client.ts')
    forgetAnswers()
    // The router forgets an error when the location changes; going to the same place counts as a change.
    await navigate(location, { replace: true, state: location.state })
  }

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
            {/* A plain link: loading anew is the surest way out of a broken state. */}
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
