import { Badge } from '@app/ui/badge.tsx'
import { Button } from '@app/ui/button.tsx'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { checkAgain } from '#api/simulator/own-account.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { type Sign, useAccountSigns } from './use-account-signs.tsx'

/** Four signs with words: what the extension would say of this member at this moment. */
export function StatusStrip({ userId }: { userId: string }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { session, plan, github, allowance, isChecking, canCheck } = useAccountSigns(userId)

  return (
    <section
      aria-label={t('simulator.status.label')}
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 rounded-lg border border-line bg-surface px-5 py-4 sm:px-6"
    >
      <dl className="grid flex-1 basis-full gap-x-6 gap-y-3 text-sm min-[26rem]:grid-cols-2 sm:basis-auto lg:flex lg:flex-wrap lg:gap-x-10">
        <Line term={t('simulator.status.session')} sign={session} />
        <Line term={t('simulator.status.plan')} sign={plan} />
        <Line term={t('simulator.status.github')} sign={github} />
        <Line term={t('simulator.status.allowance')} sign={allowance} />
      </dl>
      <Button
        variant="secondary"
        size="sm"
        disabled={!canCheck}
        isBusy={isChecking}
        onClick={() => void checkAgain(client, userId)}
      >
        {t('simulator.status.checkAgain')}
      </Button>
    </section>
  )
}

function Line({ term, sign }: { term: string; sign: Sign | null }) {
  return (
    <div className="min-w-0">
      <dt className="mb-1 text-xs text-ink-soft">{term}</dt>
      <dd className="flex min-h-6 flex-wrap items-center gap-x-3 gap-y-1">
        {sign ? (
          <Badge tone={sign.tone}>
            <span className="truncate" title={sign.text}>
              {sign.text}
            </span>
          </Badge>
        ) : (
          <Skeleton className="h-5 w-24" />
        )}
        {sign?.way}
      </dd>
    </div>
  )
}
