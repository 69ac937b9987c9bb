import { Card } from '@app/ui/card.tsx'
import { LoadFailed } from '@app/ui/load-failed.tsx'
import { PageHeader } from '@app/ui/page-header.tsx'
import { StatCard } from '@app/ui/stat-card.tsx'
import { useQuery } from '@tanstack/react-query'
import { adminCountsQuery } from '#api/admin.ts'
import { userMessage } from '#api/user-message.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

export function AdminScreen() {
  const { t } = useTranslation()

  return (
    <div className="page-edge grid gap-8 py-10 md:py-14">
      <PageHeader title={t('admin.title')} lead={t('admin.lead')} />
      <Counts />
    </div>
  )
}

function Counts() {
  const { t, number } = useTranslation()
  const counts = useQuery(adminCountsQuery)
  const shown = (value: number | undefined) => (value === undefined ? null : number(value))

  if (counts.isError) {
    return (
      <Card>
        <LoadFailed
          title={t('admin.countsFailed')}
          text={userMessage(t, counts.error, 'errors.tryAgain')}
          retryText={t('errorPage.tryAgain')}
          onRetry={counts.refetch}
        />
      </Card>
    )
  }

  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-4 lg:grid-cols-4">
      <StatCard label={t('admin.users')} value={shown(counts.data?.users)} />
      <StatCard label={t('admin.newUsers')} value={shown(counts.data?.newUsers)} />
      <StatCard label={t('admin.subscribers')} value={shown(counts.data?.subscribers)} />
      <StatCard label={t('admin.openFeedback')} value={shown(counts.data?.openFeedback)} />
    </dl>
  )
}
