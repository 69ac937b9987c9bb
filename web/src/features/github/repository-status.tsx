import { Badge } from '@app/ui/badge.tsx'
import { LockIcon } from '@app/ui/icons.tsx'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { MessageKey } from '#i18n/messages.ts'
import type { RepositoryCheck } from './check-repository.ts'

const STATUS: Record<RepositoryCheck['currentPrivacyStatus'], MessageKey> = {
  Private: 'github.check.private',
  Public: 'github.check.public',
  Unknown: 'github.check.unknown',
  'No Repository': 'github.check.noRepository',
}

const REASON: Partial<Record<RepositoryCheck['statusIndicator'], MessageKey>> = {
  'not-found': 'github.check.notFound',
  inaccessible: 'github.check.inaccessible',
}

const TONES = {
  accessible: 'positive',
  inaccessible: 'plain',
  'not-found': 'danger',
  'no-repo': 'plain',
} as const

/**
 * How GitHub sees a linked repository: who may see it, or why that is unknown. On a phone it has a line of its own from
 * the beginning: how much there is to say is known late.
 */
export function RepositoryStatus({ check }: { check: RepositoryCheck | null }) {
  return (
    <div className="max-sm:flex max-sm:w-full sm:contents">
      <Status check={check} />
    </div>
  )
}

function Status({ check }: { check: RepositoryCheck | null }) {
  const { t } = useTranslation()
  if (!check) return <Skeleton className="h-5.5 w-18 rounded-full" />

  const { statusIndicator, currentPrivacyStatus, hasPrivacyChanged } = check
  const reason = REASON[statusIndicator]

  return (
    <span className="inline-flex flex-wrap items-center gap-2" data-status={statusIndicator}>
      <Badge tone={TONES[statusIndicator]}>
        {currentPrivacyStatus === 'Private' && <LockIcon className="size-3" />}
        {t(STATUS[currentPrivacyStatus])}
        {reason && ` · ${t(reason)}`}
      </Badge>
      {hasPrivacyChanged && <Badge tone="notice">{t('github.check.changed')}</Badge>}
    </span>
  )
}
