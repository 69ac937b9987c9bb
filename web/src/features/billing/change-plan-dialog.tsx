import type { Plan } from '@app/contract/public-content'
import { Button } from '@app/ui/button.tsx'
import { Dialog } from '@app/ui/dialog.tsx'
import { FailureNotice } from '@app/ui/failure-notice.tsx'
import { FormActions } from '@app/ui/form-actions.tsx'
import { LoadFailed } from '@app/ui/load-failed.tsx'
import { Select } from '@app/ui/select.tsx'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { toasts } from '@app/ui/toaster.tsx'
import { useAction } from '@app/ui/use-action.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { planChangeQuery, useChangePlan } from '#api/billing/billing-actions.ts'
import { usePlans } from '#api/billing/plans.ts'
import type { Subscription } from '#api/billing/subscription.ts'
import { FunctionError } from '#api/calls/call-function.ts'
import { useMember } from '#api/session/session.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { billingMessage } from './billing-message.ts'
import { planName } from './plan-name.ts'
import { intervalText, priceText } from './price-text.ts'
import { dayText, SUBJECT } from './subscription-state.ts'

type Props = {
  subscription: Subscription
  /** Selected before the dialog opened. */
  planId?: string
  onClose: () => void
}

/** Shows both prices and today's charge before the change. */
export function ChangePlanDialog({ subscription, planId, onClose }: Props) {
  const { t } = useTranslation()
  const others = usePlans().filter(
    ({ id, lemon_squeezy_id }) => lemon_squeezy_id !== null && id !== subscription.plan?.id,
  )
  const [chosenId, setChosenId] = useState(planId ?? others[0]?.id ?? '')
  const chosen = others.find(({ id }) => id === chosenId)
  const { confirm, isBusy, failure, portalUrl } = useConfirm(subscription, onClose)

  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}
      title={t('subscription.changeDialog.title')}
      closeText={t('common.close')}
    >
      <div className="grid gap-5">
        {others.length > 1 && (
          <Select
            label={t('subscription.changeDialog.plan')}
            options={others.map(({ id, name }) => ({ value: id, label: planName(t, name) }))}
            value={chosenId}
            onChange={setChosenId}
            disabled={isBusy}
          />
        )}
        {chosen && <Prices subscription={subscription} plan={chosen} />}
        {chosen && <Estimate subscription={subscription} plan={chosen} />}
        <FailureNotice failure={failure} />
        <FormActions>
          <Button variant="secondary" size="sm" onClick={onClose} disabled={isBusy}>
            {t('subscription.cancelDialog.keep')}
          </Button>
          {portalUrl ? (
            <Button size="sm" onClick={() => location.assign(portalUrl)}>
              {t('subscription.changeDialog.openPortal')}
            </Button>
          ) : (
            <Button
              size="sm"
              isBusy={isBusy}
              disabled={!chosen}
              onClick={() => chosen && confirm(chosen)}
            >
              {t('subscription.changeDialog.confirm', {
                plan: planName(t, chosen?.name ?? null),
              })}
            </Button>
          )}
        </FormActions>
      </div>
    </Dialog>
  )
}

function useConfirm(subscription: Subscription, onClose: () => void) {
  const { t } = useTranslation()
  const change = useChangePlan()
  const { run, running, failure } = useAction<'change'>()
  const error = failure?.error
  // With PayPal the provider changes nothing itself: the member must do it there.
  const url = error instanceof FunctionError && error.code === 'change_in_portal' && error.reply.url

  return {
    confirm: (plan: Plan) =>
      void run('change', async () => {
        await change.mutateAsync({ subscriptionId: subscription.id, planId: plan.id })
        const title = t('subscription.changeDialog.done', { plan: planName(t, plan.name) })
        toasts.show({ title, tone: 'positive', subject: SUBJECT })
        onClose()
      }),
    isBusy: running !== null,
    portalUrl: typeof url === 'string' ? url : null,
    failure: failure && { text: billingMessage(t, error, 'subscription.failed.change') },
  }
}

function Prices({ subscription, plan }: { subscription: Subscription; plan: Plan }) {
  const { t } = useTranslation()

  return (
    <dl className="grid grid-cols-2 gap-4 text-sm">
      {subscription.plan && (
        <Price label={t('subscription.changeDialog.now')} plan={subscription.plan} />
      )}
      <Price label={t('subscription.changeDialog.then')} plan={plan} />
    </dl>
  )
}

type Priced = Pick<Plan, 'name' | 'price' | 'currency' | 'interval'>

function Price({ label, plan }: { label: string; plan: Priced }) {
  const translator = useTranslation()
  const { t } = translator

  return (
    <div className="rounded-md border border-line p-4">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="mt-1 font-semibold">{planName(t, plan.name)}</dd>
      <dd>
        {t('subscription.perInterval', {
          price: priceText(translator, plan.price, plan.currency),
          interval: intervalText(translator, plan.interval),
        })}
      </dd>
    </div>
  )
}

function Estimate({ subscription, plan }: { subscription: Subscription; plan: Plan }) {
  const translator = useTranslation()
  const { t } = translator
  const estimate = useQuery(planChangeQuery(subscription.id, useMember().id, plan.id))

  if (estimate.isPending) return <Skeleton className="h-22 w-full" />
  if (estimate.isError) {
    return (
      <LoadFailed
        title={t('subscription.failed.change')}
        text={billingMessage(t, estimate.error, 'errors.tryAgain')}
        retryText={t('errorPage.tryAgain')}
        onRetry={estimate.refetch}
      />
    )
  }

  const { dueNow, credit, currency, renewsAt } = estimate.data
  const later = {
    price: priceText(translator, plan.price, plan.currency),
    interval: intervalText(translator, plan.interval),
  }
  return (
    <div className="grid min-h-22 content-start gap-1 text-sm">
      <p className="font-semibold">
        {dueNow > 0
          ? t('subscription.changeDialog.today', { due: priceText(translator, dueNow, currency) })
          : t('subscription.changeDialog.nothingToday')}
      </p>
      {credit > 0 && (
        <p>
          {t('subscription.changeDialog.credit', {
            credit: priceText(translator, credit, currency),
          })}
        </p>
      )}
      <p>
        {renewsAt
          ? t('subscription.changeDialog.later', { ...later, date: dayText(translator, renewsAt) })
          : t('subscription.changeDialog.laterUndated', later)}
      </p>
      <p className="text-ink-soft">{t('subscription.changeDialog.estimate')}</p>
    </div>
  )
}
