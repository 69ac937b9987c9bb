import type { Reconciliation, SyncOverviewReply } from '@app/contract/admin-sync-replies'
import { Button } from '@app/ui/button.tsx'
import { Card } from '@app/ui/card.tsx'
import { EmptyState } from '@app/ui/empty-state.tsx'
import { LoadFailed } from '@app/ui/load-failed.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { StatCard } from '@app/ui/stat-card.tsx'
import { type Column, Table } from '@app/ui/table.tsx'
import { TimeAgo } from '@app/ui/time-ago.tsx'
import { useQuery } from '@tanstack/react-query'
import { reconcileNow, syncOverviewQuery } from '#api/admin/admin-sync.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { Translator } from '#i18n/messages.ts'
import { failureWords, useSyncAction } from './sync-parts.tsx'

/** The comparison with the payment provider. */
export function SyncOverview() {
  const { t } = useTranslation()
  const overview = useQuery(syncOverviewQuery)

  if (overview.isPending) return <Skeleton className="h-64 w-full" />
  if (overview.isError) {
    return (
      <Card>
        <LoadFailed
          title={t('admin.list.failed')}
          text={failureWords(t, overview.error)}
          retryText={t('errorPage.tryAgain')}
          onRetry={overview.refetch}
        />
      </Card>
    )
  }
  if (!overview.data.isConfigured) {
    return (
      <Card>
        <EmptyState
          title={t('adminSync.overview.notConfigured')}
          text={t('adminSync.overview.notConfiguredText')}
        />
      </Card>
    )
  }
  return (
    <>
      <LastRun overview={overview.data} />
      <Differences overview={overview.data} />
      {overview.data.runs.length > 1 && <Runs runs={overview.data.runs} />}
    </>
  )
}

function LastRun({ overview }: { overview: SyncOverviewReply }) {
  const { t, number } = useTranslation()
  const action = useSyncAction()
  const { isRunning, runs } = overview
  const [last] = runs
  const start = () =>
    void action.run('reconcile', async () => {
      await reconcileNow()
      return t('adminSync.overview.started')
    })

  return (
    <Card
      title={t('adminSync.overview.last')}
      lead={t('adminSync.overview.lead')}
      action={
        <Button
          size="sm"
          isBusy={action.running !== null || isRunning}
          busyText={t('adminSync.overview.running')}
          onClick={start}
        >
          {t('adminSync.overview.reconcile')}
        </Button>
      }
    >
      <div className="grid gap-4">
        {action.failure}
        {last ? (
          <>
            <p className="text-sm" role="status">
              <RunTime run={last} isRunning={isRunning} />
            </p>
            <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
              <StatCard label={t('adminSync.overview.seen')} value={number(last.seen)} />
              <StatCard label={t('adminSync.overview.healed')} value={number(last.healed)} />
              <StatCard label={t('adminSync.overview.unclaimed')} value={number(last.unclaimed)} />
              <StatCard label={t('adminSync.overview.failed')} value={number(last.failed)} />
            </dl>
            {last.error && <Notice tone="danger">{last.error}</Notice>}
          </>
        ) : (
          <p className="text-sm text-ink-soft">{t('adminSync.overview.never')}</p>
        )}
      </div>
    </Card>
  )
}

function RunTime({ run, isRunning }: { run: Reconciliation; isRunning: boolean }) {
  const { t } = useTranslation()
  const scope = run.scope === 'full' ? t('adminSync.overview.full') : t('adminSync.overview.due')

  const running = isRunning
    ? t('adminSync.overview.progress', { count: run.seen })
    : t('adminSync.overview.interrupted')
  return (
    <span className="flex flex-wrap gap-x-4">
      <span className="font-medium">{scope}</span>
      {run.finishedAt ? <TimeAgo at={run.finishedAt} isUtc /> : running}
    </span>
  )
}

type Difference = SyncOverviewReply['differences'][number]

function Differences({ overview }: { overview: SyncOverviewReply }) {
  const { t } = useTranslation()
  const { differences, plansComparedAt } = overview
  const columns: Column<Difference>[] = [
    { id: 'plan', title: t('adminSync.overview.plan'), cell: ({ plan, planId }) => plan ?? planId },
    {
      id: 'ours',
      title: t('adminSync.overview.ours'),
      cell: ({ ours }) => priceWords(t, ours),
    },
    {
      id: 'theirs',
      title: t('adminSync.overview.theirs'),
      cell: ({ theirs }) => (theirs ? priceWords(t, theirs) : t('adminSync.overview.noVariant')),
    },
  ]

  return (
    <Card
      title={t('adminSync.overview.differences')}
      lead={t('adminSync.overview.differencesLead')}
    >
      {differences.length === 0 ? (
        <p className="text-sm text-ink-soft">
          {plansComparedAt
            ? t('adminSync.overview.noDifferences')
            : t('adminSync.overview.plansNotCompared')}
        </p>
      ) : (
        <Table
          caption={t('adminSync.overview.differences')}
          columns={columns}
          rows={differences}
          rowId={({ planId }) => planId}
        />
      )}
    </Card>
  )
}

function priceWords(t: Translator['t'], { price, interval }: Difference['ours']): string {
  if (interval === 'month') return t('adminSync.overview.perMonth', { price })
  if (interval === 'year') return t('adminSync.overview.perYear', { price })
  return String(price)
}

function Runs({ runs }: { runs: Reconciliation[] }) {
  const { t, number } = useTranslation()
  const count = (
    id: 'seen' | 'healed' | 'unclaimed' | 'failed',
    title: string,
    isSecondary = false,
  ): Column<Reconciliation> => ({
    id,
    title,
    isNumber: true,
    isSecondary,
    cell: (run) => number(run[id]),
  })
  const columns: Column<Reconciliation>[] = [
    {
      id: 'started',
      title: t('adminSync.overview.startedAt'),
      cell: ({ startedAt, scope }) => (
        <>
          <TimeAgo at={startedAt} isUtc />
          <span className="block text-xs text-ink-soft">
            {scope === 'full' ? t('adminSync.overview.full') : t('adminSync.overview.due')}
          </span>
        </>
      ),
    },
    count('seen', t('adminSync.overview.seen')),
    count('healed', t('adminSync.overview.healed')),
    count('unclaimed', t('adminSync.overview.unclaimed'), true),
    count('failed', t('adminSync.overview.failed')),
  ]

  return (
    <section className="grid gap-3">
      <h2 className="text-lg font-semibold">{t('adminSync.overview.runs')}</h2>
      <div className="rounded-lg border border-line bg-surface">
        <Table
          caption={t('adminSync.overview.runs')}
          columns={columns}
          rows={runs}
          rowId={({ id }) => id}
        />
      </div>
    </section>
  )
}
