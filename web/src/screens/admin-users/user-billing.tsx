import type { AdminUserReply } from '@app/contract/admin-users'
import type { SubscriptionStatusWord } from '@app/contract/subscription-states'
import { Badge } from '@app/ui/badge.tsx'
import { TimeAgo } from '@app/ui/time-ago.tsx'
import { badgeOf, stateOfWord } from '#features/billing/subscription-state.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { MessageKey, Translator } from '#i18n/messages.ts'
import { Entries, Entry } from './user-entries.tsx'

/** Known statuses of the provider; others are shown unchanged. */
const PAYMENT_WORDS: Record<string, MessageKey> = {
  paid: 'admin.people.payment.paid',
  pending: 'admin.people.payment.pending',
  refunded: 'admin.people.payment.refunded',
  partial_refund: 'admin.people.payment.partialRefund',
  void: 'admin.people.payment.void',
}

export function UserBilling({ account }: { account: AdminUserReply }) {
  const translator = useTranslation()
  const { t } = translator

  return (
    <div className="grid gap-6">
      <Entries title={t('admin.people.subscriptions')} none={t('admin.people.noSubscription')}>
        {account.subscriptions.map((one) => (
          <Entry
            key={one.id}
            title={one.plan ?? t('admin.people.plan.label')}
            badge={<StatusBadge status={one.status} />}
          >
            {datesOf(translator, one)}
          </Entry>
        ))}
      </Entries>
      <Entries title={t('admin.people.payments')} none={t('admin.people.noPayment')}>
        {account.payments.map((one) => (
          <Entry
            key={one.id}
            title={money(translator, one)}
            badge={<Badge>{paymentWords(t, one.status)}</Badge>}
          >
            <TimeAgo at={one.createdAt} isUtc />
          </Entry>
        ))}
      </Entries>
    </div>
  )
}

function StatusBadge({ status }: { status: SubscriptionStatusWord }) {
  const { t } = useTranslation()
  const { words, tone } = badgeOf(stateOfWord(status))

  return <Badge tone={tone}>{t(words)}</Badge>
}

function paymentWords(t: Translator['t'], status: string): string {
  const words = PAYMENT_WORDS[status]

  return words ? t(words) : status
}

type Subscription = AdminUserReply['subscriptions'][number]

/** UTC days, as the provider counts them. */
function datesOf({ t, date }: Translator, { createdAt, renewsAt, endsAt }: Subscription): string {
  const day = (at: string) => date(new Date(at), { dateStyle: 'long', timeZone: 'UTC' })
  const since = t('admin.people.since', { date: day(createdAt) })
  if (endsAt) return `${since} · ${t('admin.people.ends', { date: day(endsAt) })}`

  return renewsAt ? `${since} · ${t('admin.people.renews', { date: day(renewsAt) })}` : since
}

const money = (
  { number }: Translator,
  { amount, currency }: { amount: string; currency: string },
): string => number(Number(amount), { style: 'currency', currency })
