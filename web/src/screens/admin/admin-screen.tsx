import type { AdminFigures } from '@app/contract/admin-figures'
import { Button } from '@app/ui/button.tsx'
import { Card } from '@app/ui/card.tsx'
import { LoadFailed } from '@app/ui/load-failed.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { PageHeader } from '@app/ui/page-header.tsx'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { useAction } from '@app/ui/use-action.ts'
import { useQuery } from '@tanstack/react-query'
import { adminFiguresQuery, useWriteFigures } from '#api/admin/admin-figures.ts'
import { userMessage } from '#api/errors/user-message.ts'
import { AdminFailure } from '#features/admin/admin-failure.tsx'
import { PeriodChoice, usePeriod } from '#features/admin/period.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { AttentionCard } from './attention-card.tsx'
import { FigureGroups } from './figure-groups.tsx'

/** Overview of the product. Items that need attention come first. */
export function AdminScreen() {
  const { t } = useTranslation()

  return (
    <>
      <PageHeader title={t('admin.title')} lead={t('admin.lead')} />
      <Figures />
    </>
  )
}

function Figures() {
  const { t } = useTranslation()
  const figures = useQuery(adminFiguresQuery(usePeriod()))

  if (figures.isPending) return <FiguresSkeleton />
  if (figures.isError) {
    return (
      <Card>
        <LoadFailed
          title={t('figures.failed')}
          text={userMessage(t, figures.error, 'errors.tryAgain')}
          retryText={t('errorPage.tryAgain')}
          onRetry={figures.refetch}
        />
      </Card>
    )
  }

  return (
    <div aria-busy={figures.isPlaceholderData} className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <AttentionCard attention={figures.data.attention} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <PeriodChoice />
        <Refresh writtenAt={figures.data.written_at} />
      </div>
      {figures.data.is_test_mode && <Notice tone="notice">{t('figures.testModeText')}</Notice>}
      <Missing reply={figures.data} />
      <FigureGroups reply={figures.data} />
    </div>
  )
}

/** The figures are counted hourly; the button counts them now. */
function Refresh({ writtenAt }: { writtenAt: string | null }) {
  const { t } = useTranslation()
  const action = useAction<'refresh'>()
  const writeFigures = useWriteFigures()

  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {writtenAt === null && <p className="text-sm text-ink-soft">{t('figures.neverWritten')}</p>}
      <Button
        variant="secondary"
        size="sm"
        isBusy={action.running !== null}
        onClick={() => void action.run('refresh', writeFigures)}
      >
        {t('figures.refresh')}
      </Button>
      {action.failure && <AdminFailure error={action.failure.error} />}
    </div>
  )
}

/** A product younger than the period lacks no days. */
function Missing({ reply }: { reply: AdminFigures }) {
  const { t } = useTranslation()
  const users = reply.series.find(({ name }) => name === 'users')?.points ?? []
  const first = users.findIndex((value) => value !== null)
  const count = first < 0 ? 0 : users.slice(first).filter((value) => value === null).length

  return count > 0 && <Notice tone="plain">{t('figures.missing', { count })}</Notice>
}

function FiguresSkeleton() {
  return (
    <div className="grid gap-6">
      <Skeleton className="h-32 w-full" />
      <Skeleton className="h-10 w-72 max-w-full" />
      {[1, 2, 3].map((place) => (
        <div key={place} className="grid gap-4">
          <Skeleton className="h-7 w-32" />
          <Skeleton className="h-32 w-full" />
          <Skeleton className="h-64 w-full" />
        </div>
      ))}
    </div>
  )
}
