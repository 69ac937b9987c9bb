import { Badge } from '@app/ui/badge.tsx'
import { Button } from '@app/ui/button.tsx'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { checkAgain } from '#api/simulator/own-account.ts'
import { useOwnSession } from '#api/simulator/own-session.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { SessionActions } from './session-actions.tsx'
import { type Sign, useAccountSigns } from './use-account-signs.tsx'

/** The session that the simulator holds, and what the extension would say of this member with it. */
export function StatusStrip({ userId }: { userId: string }) {
  const { t } = useTranslation()
  const session = useOwnSession()

  return (
    <section
      aria-label={t('simulator.status.label')}
      className="grid gap-x-8 gap-y-4 rounded-lg border border-line bg-surface px-5 py-4 sm:px-6 lg:grid-cols-[1fr_auto] lg:items-center"
    >
      {session ? <Signs userId={userId} /> : <NoSession userId={userId} />}
    </section>
  )
}

/** Nothing is known without a session, so there is only the way to one. */
function NoSession({ userId }: { userId: string }) {
  const { t } = useTranslation()

  return (
    <>
      <div>
        <h2 className="font-semibold">{t('simulator.status.none')}</h2>
        <p className="text-sm text-ink-soft">{t('simulator.status.noneText')}</p>
      </div>
      <SessionActions userId={userId} />
    </>
  )
}

function Signs({ userId }: { userId: string }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { session, plan, github, allowance, isChecking, canCheck } = useAccountSigns(userId)

  return (
    <>
      <dl className="grid gap-x-4 gap-y-3 text-sm min-[22rem]:grid-cols-2 lg:flex lg:flex-wrap lg:gap-x-8">
        <Line term={t('simulator.status.session')} sign={session} />
        <Line term={t('simulator.status.plan')} sign={plan} />
        <Line term={t('simulator.status.github')} sign={github} />
        <Line term={t('simulator.status.allowance')} sign={allowance} />
      </dl>
      <SessionActions userId={userId}>
        <Button
          variant="quiet"
          size="sm"
          disabled={!canCheck}
          isBusy={isChecking}
          onClick={() => void checkAgain(client, userId)}
        >
          {t('simulator.status.checkAgain')}
        </Button>
      </SessionActions>
    </>
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
