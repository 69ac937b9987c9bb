import type {
  OperationsOverviewReply,
  Reconciliation,
} from '@app/contract/admin-operations-replies'
import { Button } from '@app/ui/button.tsx'
import { Card } from '@app/ui/card.tsx'
import { EmptyState } from '@app/ui/empty-state.tsx'
import { CheckIcon } from '@app/ui/icons.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { StatCard } from '@app/ui/stat-card.tsx'
import { type Column, Table } from '@app/ui/table.tsx'
import { TimeAgo } from '@app/ui/time-ago.tsx'
import { useQuery } from '@tanstack/react-query'
import { operationsOverviewQuery, reconcileNow } from '#api/admin/admin-operations.ts'
import { AdminLoadFailed } from '#features/admin/admin-load-failed.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { Translator } from '#i18n/messages.ts'
import { failureWords, useOperation } from './operation-parts.tsx'

/** The comparison with the payment provider. */
export function OverviewTab() {
  const { t } = useTranslation()
  const overview = useQuery(operationsOverviewQuery)

  if (overview.isPending) return <Skeleton className="h-64 w-full" />
  if (overview.isError) {
    return (
      <Card>
        <AdminLoadFailed query={overview} words={failureWords} />
      </Card>
    )
  }
  if (!overview.data.isConfigured) {
    return (
      <Card>
        <EmptyState
          title={t('adminOperations.overview.notConfigured')}
          text={t('adminOperations.overview.notConfiguredText')}
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

function LastRun({ overview }: { overview: OperationsOverviewReply }) {
  const { t, number } = useTranslation()
  const action = useOperation()
  const { isRunning, runs } = overview
  const [last] = runs
  const start = () =>
    void action.run('reconcile', async () => {
      await reconcileNow()
      return t('adminOperations.overview.started')
    })

  return (
    <Card
      title={t('adminOperations.overview.last')}
      lead={t('adminOperations.overview.lead')}
      footer={
        <Button
          size="sm"
          isBusy={action.running !== null || isRunning}
          busyText={t('adminOperations.overview.running')}
          onClick={start}
        >
          {t('adminOperations.overview.reconcile')}
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
            {last.finishedAt && isClean(last) ? (
              <p className="flex items-center gap-2 font-medium">
                <CheckIcon className="size-5 flex-none text-positive" />
                {t('adminOperations.overview.allCompared', { count: last.seen })}
              </p>
            ) : (
              <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
                <StatCard label={t('adminOperations.overview.seen')} value={number(last.seen)} />
                <StatCard
                  label={t('adminOperations.overview.healed')}
                  value={number(last.healed)}
                />
                <StatCard
                  label={t('adminOperations.overview.unclaimed')}
                  value={number(last.unclaimed)}
                />
                <StatCard
                  label={t('adminOperations.overview.failed')}
                  value={number(last.failed)}
                />
              </dl>
            )}
            {last.error && <Notice tone="danger">{last.error}</Notice>}
          </>
        ) : (
          <p className="text-sm text-ink-soft">{t('adminOperations.overview.never')}</p>
        )}
      </div>
    </Card>
  )
}

/** The comparison found nothing to do. */
const isClean = ({ healed, unclaimed, failed, error }: Reconciliation) =>
  healed + unclaimed + failed === 0 && !error

function RunTime({ run, isRunning }: { run: Reconciliation; isRunning: boolean }) {
  const { t } = useTranslation()
  const scope =
    run.scope === 'full' ? t('adminOperations.overview.full') : t('adminOperations.overview.due')

  const running = isRunning
    ? t('adminOperations.overview.progress', { count: run.seen })
    : t('adminOperations.overview.interrupted')
  return (
    <span className="flex flex-wrap gap-x-4">
      <span className="font-medium">{scope}</span>
      {run.finishedAt ? <TimeAgo at={run.finishedAt} isUtc /> : running}
    </span>
  )
}

type Difference = OperationsOverviewReply['differences'][number]

function Differences({ overview }: { overview: OperationsOverviewReply }) {
  const { t } = useTranslation()
  const { differences, plansComparedAt } = overview
  const columns: Column<Difference>[] = [
    {
      id: 'plan',
      title: t('adminOperations.overview.plan'),
      cell: ({ plan, planId }) => plan ?? planId,
    },
    {
      id: 'ours',
      title: t('adminOperations.overview.ours'),
      cell: ({ ours }) => priceWords(t, ours),
    },
    {
      id: 'theirs',
      title: t('adminOperations.overview.theirs'),
      cell: ({ theirs }) =>
        theirs ? priceWords(t, theirs) : t('adminOperations.overview.noVariant'),
    },
  ]

  return (
    <Card
      title={t('adminOperations.overview.differences')}
      lead={t('adminOperations.overview.differencesLead')}
    >
      {differences.length === 0 ? (
        <p className="text-sm text-ink-soft">
          {plansComparedAt
            ? t('adminOperations.overview.noDifferences')
            : t('adminOperations.overview.plansNotCompared')}
        </p>
      ) : (
        <Table
          caption={t('adminOperations.overview.differences')}
          columns={columns}
          rows={differences}
          rowId={({ planId }) => planId}
        />
      )}
    </Card>
  )
}

function priceWords(t: Translator['t'], { price, interval }: Difference['ours']): string {
  if (interval === 'month') return t('adminOperations.overview.perMonth', { price })
  if (interval === 'year') return t('adminOperations.overview.perYear', { price })
  return String(price)
}

function Runs({ runs }: { runs: Reconciliation[] }) {
  const { t, language, number } = useTranslation()
  const allCompared = ({ seen }: Reconciliation) =>
    t('adminOperations.overview.allCompared', { count: seen })
  const found = ({ seen, healed, unclaimed, failed }: Reconciliation) =>
    new Intl.ListFormat(language, { type: 'unit' }).format([
      `${t('adminOperations.overview.seen')}: ${number(seen)}`,
      ...(healed > 0 ? [`${t('adminOperations.overview.healed')}: ${number(healed)}`] : []),
      ...(unclaimed > 0
        ? [`${t('adminOperations.overview.unclaimed')}: ${number(unclaimed)}`]
        : []),
      ...(failed > 0 ? [`${t('adminOperations.overview.failed')}: ${number(failed)}`] : []),
    ])
  const columns: Column<Reconciliation>[] = [
    {
      id: 'started',
      title: t('adminOperations.overview.startedAt'),
      cell: ({ startedAt, scope }) => (
        <>
          <TimeAgo at={startedAt} isUtc />
          <span className="block text-xs text-ink-soft">
            {scope === 'full'
              ? t('adminOperations.overview.full')
              : t('adminOperations.overview.due')}
          </span>
        </>
      ),
    },
    {
      id: 'result',
      title: t('adminOperations.overview.result'),
      cell: (run) => (run.finishedAt && isClean(run) ? allCompared(run) : found(run)),
    },
  ]

  return (
    <section className="grid gap-3">
      <h2 className="text-lg font-semibold">{t('adminOperations.overview.runs')}</h2>
      <div className="rounded-lg border border-line bg-surface">
        <Table
          caption={t('adminOperations.overview.runs')}
          columns={columns}
          rows={runs}
          rowId={({ id }) => id}
        />
      </div>
    </section>
  )
}
