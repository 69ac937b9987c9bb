import { Button } from '@app/ui/button.tsx'
import { Card } from '@app/ui/card.tsx'
import { ChoiceGroup } from '@app/ui/choice-group.tsx'
import { EmptyState } from '@app/ui/empty-state.tsx'
import { LoadFailed } from '@app/ui/load-failed.tsx'
import { NoResults } from '@app/ui/no-results.tsx'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { userMessage } from '#api/errors/user-message.ts'
import type { Project } from '#api/projects/projects.ts'
import { type SyncEvent, syncEventsQuery } from '#api/projects/sync-history.ts'
import { syncStateQuery } from '#api/projects/sync-state.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { HistoryEntry } from './history-entry.tsx'
import { groupByWeek, weeksAgo } from './week-groups.ts'

const STEP = 20

type HistoryProps = {
  project: Project
  /** Where a failed push is tried again; null for viewers. */
  retryAddress?: string | null
}

/** Pushes and imports, by week. The URL contains the filter. */
export function SyncHistory({ project, retryAddress = null }: HistoryProps) {
  const { t } = useTranslation()
  const [parameters, setParameters] = useSearchParams()
  const onlyFailures = parameters.get('show') === 'failures'
  const show = (choice: 'all' | 'failures') =>
    setParameters({ tab: 'history', ...(choice === 'failures' && { show: choice }) }, REPLACE)

  return (
    <Card
      title={t('project.history.title')}
      lead={t('project.history.lead')}
      action={
        <ChoiceGroup
          label={t('project.history.show')}
          name="history"
          isLabelHidden
          choices={[
            { value: 'all', label: t('project.history.all') },
            { value: 'failures', label: t('project.history.failures') },
          ]}
          value={onlyFailures ? 'failures' : 'all'}
          onChange={show}
        />
      }
    >
      <div className="grid gap-5">
        <Entries
          key={String(onlyFailures)}
          project={project}
          retryAddress={retryAddress}
          onlyFailures={onlyFailures}
          onShowAll={() => show('all')}
        />
      </div>
    </Card>
  )
}

const REPLACE = { replace: true, preventScrollReset: true }

type Props = {
  project: Project
  retryAddress: string | null
  onlyFailures: boolean
  onShowAll: () => void
}

function Entries({ project, retryAddress, onlyFailures, onShowAll }: Props) {
  const { t } = useTranslation()
  const [count, setCount] = useState(STEP)
  const events = useQuery({
    ...syncEventsQuery(project.id, { count, onlyFailures }),
    placeholderData: keepPreviousData,
  })

  const { data: sync } = useQuery(syncStateQuery(project.id))
  const isOver = ({ created_at }: SyncEvent) =>
    Date.parse(created_at) < Date.parse(sync?.last_push_at ?? '')

  if (events.isPending) return <HistorySkeleton />
  if (events.isError) {
    return (
      <LoadFailed
        title={t('project.history.failed')}
        text={userMessage(t, events.error, 'errors.tryAgain')}
        retryText={t('errorPage.tryAgain')}
        onRetry={events.refetch}
      />
    )
  }
  if (events.data.length === 0) {
    return onlyFailures ? (
      <NoResults
        title={t('project.history.noFailures')}
        text={t('project.history.noFailuresText')}
        clearText={t('project.history.showAll')}
        onClear={onShowAll}
      />
    ) : (
      <EmptyState title={t('project.history.empty')} text={t('project.history.emptyText')} />
    )
  }

  return (
    <>
      {groupByWeek(events.data.slice(0, count)).map(({ monday, entries }) => (
        <section key={monday.getTime()}>
          <WeekTitle monday={monday} />
          <ol className="divide-y divide-line">
            {entries.map((event) => (
              <HistoryEntry
                key={event.id}
                event={event}
                project={project}
                retryAddress={isOver(event) ? null : retryAddress}
              />
            ))}
          </ol>
        </section>
      ))}
      {events.data.length > count && (
        <Button
          variant="secondary"
          size="sm"
          className="justify-self-start"
          isBusy={events.isPlaceholderData}
          onClick={() => setCount(count + STEP)}
        >
          {t('project.history.more')}
        </Button>
      )}
    </>
  )
}

function WeekTitle({ monday }: { monday: Date }) {
  const { t, date } = useTranslation()
  const named = ['project.history.thisWeek', 'project.history.lastWeek'] as const
  const word = named[weeksAgo(monday, new Date())]

  return (
    <h3 className="border-b border-line pb-2 text-sm font-medium text-ink-soft">
      {word ? t(word) : t('project.history.weekOf', { day: date(monday, { dateStyle: 'long' }) })}
    </h3>
  )
}

function HistorySkeleton() {
  return (
    <div className="grid gap-3">
      <Skeleton className="h-5 w-32" />
      {[1, 2, 3, 4].map((row) => (
        <Skeleton key={row} className="h-14 w-full" />
      ))}
    </div>
  )
}
