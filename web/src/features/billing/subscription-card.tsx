import { meaningOf } from '@app/contract/subscription-states'
import { Badge } from '@app/ui/badge.tsx'
import { Button } from '@app/ui/button.tsx'
import { Card } from '@app/ui/card.tsx'
import { FailureNotice } from '@app/ui/failure-notice.tsx'
import { LoadFailed } from '@app/ui/load-failed.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { UnsizedPlaceholder } from '@app/ui/unsized-placeholder.tsx'
import { useAction } from '@app/ui/use-action.ts'
import { useQuery } from '@tanstack/react-query'
import {
  currentOf,
  isEnded,
  type Subscription,
  subscriptionsQuery,
} from '#api/billing/subscription.ts'
import { userMessage } from '#api/errors/user-message.ts'
import { useMember } from '#api/session/session.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { billingMessage } from './billing-message.ts'
import { planName } from './plan-name.ts'
import { SeePlans, SubscriptionActions } from './subscription-actions.tsx'
import { badgeOf, shownState, stateText } from './subscription-state.ts'
import { useOpenPortal, useRefreshAfterPortal } from './use-open-portal.ts'

/** The member's plan, its end, and the available actions. */
export function SubscriptionCard() {
  const { t } = useTranslation()
  // Refetched when the tab gets the focus: the member may have changed it at the provider.
  const subscriptions = useQuery({
    ...subscriptionsQuery(useMember().id),
    refetchOnWindowFocus: 'always',
  })
  useRefreshAfterPortal()

  return (
    <Card title={t('settings.billing.title')} lead={t('settings.billing.lead')}>
      {subscriptions.isPending && (
        <UnsizedPlaceholder>
          <Skeleton className="h-25 w-full" />
        </UnsizedPlaceholder>
      )}
      {subscriptions.isError && (
        <LoadFailed
          title={t('settings.loadFailed')}
          text={userMessage(t, subscriptions.error, 'errors.tryAgain')}
          retryText={t('settings.retry')}
          onRetry={subscriptions.refetch}
        />
      )}
      {subscriptions.isSuccess && <Subscriptions all={subscriptions.data} />}
    </Card>
  )
}

/** Two exist only if somebody bought twice concurrently. */
function Subscriptions({ all }: { all: Subscription[] }) {
  const { t } = useTranslation()
  const running = all.filter((one) => !isEnded(one))
  const shown = running.length > 0 ? running : [currentOf(all)]
  const charged = running.filter(({ status }) => !meaningOf(status).isOver)
  const newest = currentOf(all)

  return (
    <div className="grid gap-6">
      {charged.length > 1 && <Notice tone="danger">{t('subscription.two')}</Notice>}
      {shown.map((one) => (
        <Plan key={one?.id ?? 'none'} subscription={one} />
      ))}
      {newest && <PortalLink subscription={newest} />}
    </div>
  )
}

function Plan({ subscription }: { subscription: Subscription | null }) {
  const translator = useTranslation()
  const { t } = translator
  const { words, tone } = badgeOf(shownState(subscription))
  const payment = subscription && paymentText(translator, subscription)

  return (
    <div className="grid gap-4">
      <div>
        <p className="flex flex-wrap items-center gap-3 font-semibold">
          {planName(t, subscription ? (subscription.plan?.name ?? null) : 'Free')}
          {subscription && <Badge tone={tone}>{t(words)}</Badge>}
        </p>
        <p className="mt-1 max-w-prose text-sm text-ink-soft">
          {stateText(translator, subscription)}
        </p>
        {payment && <p className="text-sm text-ink-soft">{payment}</p>}
      </div>
      {subscription ? (
        <SubscriptionActions subscription={subscription} />
      ) : (
        <div>
          <SeePlans />
        </div>
      )}
    </div>
  )
}

function PortalLink({ subscription }: { subscription: Subscription }) {
  const { t } = useTranslation()
  const openPortal = useOpenPortal()
  const { run, running, failure } = useAction<'portal'>()

  return (
    <div className="grid gap-3 border-t border-line pt-5">
      <div>
        <Button
          variant="secondary"
          size="sm"
          isBusy={running !== null}
          onClick={() =>
            void run('portal', async ({ stayBusy }) => {
              await openPortal(subscription, 'portal')
              stayBusy()
            })
          }
        >
          {t('subscription.actions.portal')}
        </Button>
      </div>
      <FailureNotice
        failure={
          failure && { text: billingMessage(t, failure.error, 'subscription.failed.portal') }
        }
      />
    </div>
  )
}

function paymentText(
  { t }: ReturnType<typeof useTranslation>,
  { payment_processor, card_brand, card_last_four }: Subscription,
): string | null {
  if (payment_processor === 'paypal') return t('subscription.paidWithPaypal')
  if (!card_brand || !card_last_four) return null

  return t('subscription.paidWithCard', { brand: brandName(card_brand), digits: card_last_four })
}

const BRANDS: Record<string, string> = {
  amex: 'American Express',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
}

/** The provider writes brand names in lower case. */
const brandName = (brand: string) =>
  BRANDS[brand] ?? `${brand.charAt(0).toUpperCase()}${brand.slice(1)}`
