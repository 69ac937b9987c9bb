import { Button } from '@app/ui/button.tsx'
import { Card } from '@app/ui/card.tsx'
import { CheckIcon } from '@app/ui/icons.tsx'
import { LoadFailed } from '@app/ui/load-failed.tsx'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { UnsizedPlaceholder } from '@app/ui/unsized-placeholder.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { userMessage } from '#api/errors/user-message.ts'
import { attentionQuery } from '#api/projects/attention.ts'
import { syncStatesQuery } from '#api/projects/sync-state.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { AttentionRow } from './attention-row.tsx'
import { useBrokenLinks } from './use-broken-links.ts'

const SHOWN = 5

/** The answer to "did my pushes land?": what did not, each with its way out, or that all is well. */
export function NeedsAttention() {
  const { t } = useTranslation()
  const attention = useQuery(attentionQuery)
  const states = useQuery(syncStatesQuery())
  const broken = useBrokenLinks(states.data ?? [])
  const [isLong, setLong] = useState(false)

  if (attention.isPending || states.isPending) {
    return (
      <UnsizedPlaceholder>
        <Skeleton className="h-6 w-64 max-w-full" />
      </UnsizedPlaceholder>
    )
  }
  if (attention.isError || states.isError) {
    return (
      <Card>
        <LoadFailed
          title={t('attention.failed')}
          text={userMessage(t, attention.error ?? states.error, 'errors.tryAgain')}
          retryText={t('errorPage.tryAgain')}
          onRetry={() => void Promise.all([attention.refetch(), states.refetch()])}
        />
      </Card>
    )
  }

  const items = [...attention.data, ...broken]
  const isAllInSync =
    states.data.length > 0 &&
    states.data.every(({ state }) => state === 'in_sync' || state === 'never_pushed')
  if (items.length === 0) return isAllInSync ? <AllInSync /> : null

  return (
    <Card title={t('attention.title')} lead={t('attention.count', { count: items.length })}>
      <ul className="-my-3 divide-y divide-line">
        {items.slice(0, isLong ? undefined : SHOWN).map((item) => (
          <AttentionRow key={`${item.kind} ${item.project_id} ${item.task_number}`} item={item} />
        ))}
      </ul>
      {items.length > SHOWN && (
        <Button variant="secondary" size="sm" className="mt-5" onClick={() => setLong(!isLong)}>
          {isLong ? t('attention.less') : t('attention.more', { count: items.length - SHOWN })}
        </Button>
      )}
    </Card>
  )
}

function AllInSync() {
  const { t } = useTranslation()

  return (
    <p className="flex items-center gap-2 text-sm text-ink-soft">
      <CheckIcon className="size-5 flex-none text-positive" />
      {t('attention.none')}
    </p>
  )
}
