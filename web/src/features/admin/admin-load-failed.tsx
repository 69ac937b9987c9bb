import { LoadFailed } from '@app/ui/load-failed.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { adminMessage } from './admin-message.ts'

type Props = {
  query: { error: unknown; refetch: () => unknown }
  /** For pages with their own error codes. */
  words?: typeof adminMessage
}

/** Shown in place of an admin list's rows. */
export function AdminLoadFailed({ query, words = adminMessage }: Props) {
  const { t } = useTranslation()

  return (
    <LoadFailed
      title={t('admin.list.failed')}
      text={words(t, query.error)}
      retryText={t('errorPage.tryAgain')}
      onRetry={query.refetch}
    />
  )
}
