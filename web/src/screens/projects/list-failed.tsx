import { Card } from '@app/ui/card.tsx'
import { LoadFailed } from '@app/ui/load-failed.tsx'
import { userMessage } from '#api/errors/user-message.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

export function ListFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation()

  return (
    <Card>
      <LoadFailed
        title={t('projects.failed.fetch')}
        text={userMessage(t, error, 'errors.tryAgain')}
        retryText={t('errorPage.tryAgain')}
        onRetry={onRetry}
      />
    </Card>
  )
}
