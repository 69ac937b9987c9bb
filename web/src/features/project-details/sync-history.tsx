import { Badge } from '@app/ui/badge.tsx'
import { Button } from '@app/ui/button.tsx'
import { Card } from '@app/ui/card.tsx'
import { EmptyState } from '@app/ui/empty-state.tsx'
import { LoadFailed } from '@app/ui/load-failed.tsx'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type SyncEvent, syncEventsQuery } from '#api/sync-events.ts'
import { userMessage } from '#api/user-message.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { MessageKey } from '#i18n/messages.ts'

const STEP = 20

const DIRECTION_WORDS: Record<SyncEvent['direction'], MessageKey> = {
  outward: 'project.history.outward',
  inward: 'project.history.inward',
}

const RESULT_WORDS: Record<SyncEvent['result'], MessageKey> = {
  created: 'project.history.results.created',
  updated: 'project.history.results.updated',
  deleted: 'project.history.results.deleted',
  restored: 'project.history.results.restored',
  conflict: 'project.history.results.conflict',
  failed: 'project.history.results.failed',
}

export function SyncHistory({ projectId }: { projectId: string }) {
  const { t } = useTranslation()
  const [count, setCount] = useState(STEP)
  const events = useQuery({
    ...syncEventsQuery(projectId, count),
    placeholderData: keepPreviousData,
  })

  if (events.isPending) return <HistorySkeleton />
  if (events.isError) {
    return (
      <Card>
        <LoadFailed
          title={t('project.history.failed')}
          text={userMessage(t, events.error, 'errors.tryAgain')}
          retryText={t('errorPage.tryAgain')}
          onRetry={events.refetch}
        />
      </Card>
    )
  }
  if (events.data.length === 0) {
    return (
      <Card>
        <EmptyState title={t('project.history.empty')} text={t('project.history.emptyText')} />
      </Card>
    )
  }

  return (
    <Card title={t('project.history.title')} lead={t('project.history.lead')}>
      <ol className="-my-2 grid">
        {events.data.slice(0, count).map((event) => (
          <EventRow key={event.id} event={event} />
        ))}
      </ol>
      {events.data.length > count && (
        <Button
          variant="secondary"
          size="sm"
          className="mt-5"
          isBusy={events.isPlaceholderData}
          onClick={() => setCount(count + STEP)}
        >
          {t('project.history.more')}
        </Button>
      )}
    </Card>
  )
}

function EventRow({ event }: { event: SyncEvent }) {
  const { t, date } = useTranslation()
  const at = new Date(event.created_at)
  const files = event.counts.files

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line py-3 text-sm not-first:border-t">
      <Badge tone={TONES[event.result] ?? 'plain'}>{t(RESULT_WORDS[event.result])}</Badge>
      <span className="font-medium">{t(DIRECTION_WORDS[event.direction])}</span>
      {files !== undefined && (
        <span className="text-ink-soft">{t('project.history.files', { count: files })}</span>
      )}
      <time dateTime={event.created_at} className="ml-auto text-ink-soft">
        {date(at, { dateStyle: 'medium', timeStyle: 'short' })}
      </time>
      {event.message && <p className="w-full break-words text-ink-soft">{event.message}</p>}
    </li>
  )
}

const TONES: Partial<Record<SyncEvent['result'], 'positive' | 'danger' | 'notice'>> = {
  created: 'positive',
  failed: 'danger',
  conflict: 'notice',
}

function HistorySkeleton() {
  return (
    <Card>
      <div className="grid gap-4">
        {[1, 2, 3, 4].map((row) => (
          <Skeleton key={row} className="h-6 w-full" />
        ))}
      </div>
    </Card>
  )
}
