import type { SubscriberReply } from '@app/contract/admin-billing'
import { Drawer } from '@app/ui/drawer.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { TimeAgo } from '@app/ui/time-ago.tsx'
import { useQuery } from '@tanstack/react-query'
import { subscriberQuery } from '#api/admin/admin-billing.ts'
import { CodedError } from '#api/errors/coded-error.ts'
import { AdminLoadFailed } from '#features/admin/admin-load-failed.tsx'
import { Fact, Facts } from '#features/admin/fact.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { SubscriberActions } from './subscriber-actions.tsx'
import { Status } from './subscriber-columns.tsx'
import { SubscriberHistory } from './subscriber-history.tsx'
import { SubscriberPayments } from './subscriber-payments.tsx'
import { cardWords, moneyText, personName, planWords, priceWords } from './subscriber-words.ts'

type Props = {
  /** Empty if nothing is open. */
  id: string
  onClose: () => void
}

export function SubscriberDrawer({ id, onClose }: Props) {
  const { t } = useTranslation()
  const one = useQuery({ ...subscriberQuery(id), enabled: id !== '' })
  const isGone = one.error instanceof CodedError && one.error.code === 'subscription_not_found'

  return (
    <Drawer
      isOpen={id !== ''}
      onClose={onClose}
      title={one.data ? personName(t, one.data.subscription.person) : t('admin.nav.subscribers')}
      closeText={t('common.close')}
    >
      {one.isPending && <Skeleton className="h-40 w-full" />}
      {isGone && <Notice tone="plain">{t('admin.billing.gone')}</Notice>}
      {one.isError && !isGone && <AdminLoadFailed query={one} />}
      {one.data && <Opened key={id} {...one.data} />}
    </Drawer>
  )
}

function Opened({ subscription, payments, events, audit }: SubscriberReply) {
  const { t } = useTranslation()

  return (
    <div className="grid gap-8">
      {subscription.isOneOfTwo && <Notice tone="danger">{t('admin.billing.twiceText')}</Notice>}
      <Summary subscription={subscription} />
      <SubscriberActions subscription={subscription} />
      <SubscriberPayments payments={payments} person={personName(t, subscription.person)} />
      <SubscriberHistory events={events} audit={audit} />
    </div>
  )
}

function Summary({ subscription }: Pick<SubscriberReply, 'subscription'>) {
  const translator = useTranslation()
  const { t, date } = translator
  const { person, plan, monthlyCents, createdAt, checkedAt, providerId, providerUrl } = subscription
  const amount = monthlyCents !== null && moneyText(translator, monthlyCents, plan.currency)

  return (
    <div className="grid gap-4">
      <Status subscriber={subscription} />
      <Facts>
        <Fact name={t('admin.feedback.email')}>{person.email}</Fact>
        <Fact name={t('admin.billing.plan')}>
          {`${planWords(t, plan)} · ${priceWords(translator, plan)}`}
        </Fact>
        <Fact name={t('admin.billing.monthly')}>{amount}</Fact>
        <Fact name={t('admin.billing.since')}>
          {date(new Date(createdAt), { dateStyle: 'long' })}
        </Fact>
        <Fact name={t('admin.billing.card')}>{cardWords(subscription)}</Fact>
        <Fact name={t('admin.billing.checked')}>
          {checkedAt ? <TimeAgo at={checkedAt} isUtc /> : t('admin.billing.never')}
        </Fact>
        <Fact name={t('admin.billing.provider')}>
          {providerUrl ? (
            <a
              href={providerUrl}
              target="_blank"
              rel="noreferrer"
              className="inline-flex min-h-6 items-center text-accent underline-offset-4 hover:underline pointer-coarse:min-h-11"
            >
              {`#${providerId}`}
            </a>
          ) : (
            `#${providerId}`
          )}
        </Fact>
      </Facts>
    </div>
  )
}
