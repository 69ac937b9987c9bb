import { LoadFailed } from '@app/ui/load-failed.tsx'
import { userMessage } from '#api/errors/user-message.ts'
import { useSession } from '#api/session/session.ts'
import { readSession } from '#api/sign-in/start-session.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

/** Signed in, but out of reach of the server: neither the page nor the way to the login would be right. */
export function SessionFailed() {
  const { t } = useTranslation()
  const session = useSession()
  const error = session.status === 'failed' ? session.error : null

  return (
    <div className="page-edge flex flex-1 flex-col justify-center py-20">
      <h1 className="sr-only">{t('session.failedTitle')}</h1>
      <LoadFailed
        title={t('session.failedTitle')}
        text={userMessage(t, error, 'errors.unreachable')}
        retryText={t('errorPage.tryAgain')}
        onRetry={readSession}
      />
    </div>
  )
}
