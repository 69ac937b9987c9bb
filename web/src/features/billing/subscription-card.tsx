import { Badge } from '@app/ui/badge.tsx'
import { Card } from '@app/ui/card.tsx'
import { LoadFailed } from '@app/ui/load-failed.tsx'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { UnsizedPlaceholder } from '@app/ui/unsized-placeholder.tsx'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMember } from '#api/session.ts'
import { currentSubscriptionQuery, givesAccess, type Subscription } from '#api/subscription.ts'
import { userMessage } from '#api/user-message.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { MessageKey, Translator } from '#i18n/messages.ts'
import { planName } from './plan-name.ts'

const STATUS: Record<string, MessageKey> = {
  on_trial: 'settings.billing.status.on_trial',
  active: 'settings.billing.status.active',
  paused: 'settings.billing.status.paused',
  past_due: 'settings.billing.status.past_due',
  unpaid: 'settings.billing.status.unpaid',
  cancelled: 'settings.billing.status.cancelled',
  expired: 'settings.billing.status.expired',
}

/** What the member has and until when. `way` leads to the plans. */
export function SubscriptionCard({ way }: { way: ReactNode }) {
  const { t } = useTranslation()
  const { id } = useMember()
  const subscription = useQuery(currentSubscriptionQuery(id))

  return (
    <Card
      title={t('settings.billing.title')}
      lead={t('settings.billing.lead')}
      action={subscription.data && <StatusBadge subscription={subscription.data} />}
    >
      {subscription.isPending && (
        <UnsizedPlaceholder>
          <Skeleton className="h-25 w-full" />
        </UnsizedPlaceholder>
      )}
      {subscription.isError && (
        <LoadFailed
          title={t('settings.loadFailed')}
          text={userMessage(t, subscription.error, 'errors.tryAgain')}
          retryText={t('settings.retry')}
          onRetry={subscription.refetch}
        />
      )}
      {subscription.isSuccess && (
        <div className="grid justify-items-start gap-4">
          {subscription.data ? <Plan subscription={subscription.data} /> : <FreePlan />}
          {subscription.data && <ChangeBySupport />}
          {way}
        </div>
      )}
    </Card>
  )
}

function StatusBadge({ subscription }: { subscription: Subscription }) {
  const { t } = useTranslation()
  const words = STATUS[subscription.status]

  return (
    <Badge tone={givesAccess(subscription, new Date()) ? 'positive' : 'notice'}>
      {words ? t(words) : subscription.status}
    </Badge>
  )
}

function FreePlan() {
  const { t } = useTranslation()

  return (
    <div>
      <p className="font-semibold">{t('settings.billing.free')}</p>
      <p className="text-sm text-ink-soft">{t('settings.billing.freeText')}</p>
    </div>
  )
}

function Plan({ subscription }: { subscription: Subscription }) {
  const translator = useTranslation()
  const { plan } = subscription

  return (
    <div>
      <p className="font-semibold">{plan && planName(translator.t, plan.name)}</p>
      <p className="text-sm text-ink-soft">
        {[plan && priceOf(translator, plan), periodOf(translator, subscription)]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </div>
  )
}

/** As long as nothing here can change a subscription, a person can. */
function ChangeBySupport() {
  const { t } = useTranslation()
  const { supportEmail } = usePublicConfig()

  return (
    <p className="max-w-prose text-sm text-ink-soft">
      {t('settings.billing.change')}{' '}
      <a
        href={`mailto:${supportEmail}`}
        className="font-medium text-accent underline-offset-4 hover:underline"
      >
        {supportEmail}
      </a>
    </p>
  )
}

function priceOf(
  { t, number }: Translator,
  { price, currency, interval }: NonNullable<Subscription['plan']>,
): string {
  const words = number(price, { style: 'currency', currency })
  if (interval !== 'month' && interval !== 'year') return words

  return t('settings.billing.price', {
    price: words,
    interval: t(interval === 'month' ? 'settings.billing.month' : 'settings.billing.year'),
  })
}

function periodOf({ t, date }: Translator, subscription: Subscription): string {
  const { status, ends_at, trial_ends_at, renews_at, current_period_end } = subscription
  const day = (moment: string) => ({ date: date(new Date(moment), { dateStyle: 'long' }) })

  if (status === 'on_trial' && trial_ends_at) return t('settings.billing.trial', day(trial_ends_at))
  if (ends_at) {
    const isOver = new Date(ends_at) <= new Date()
    return t(isOver ? 'settings.billing.ended' : 'settings.billing.ends', day(ends_at))
  }
  const next = renews_at ?? current_period_end
  return next ? t('settings.billing.renews', day(next)) : ''
}
