import { Button } from '@app/ui/button.tsx'
import { buttonClasses } from '@app/ui/button-classes.ts'
import { FailureNotice } from '@app/ui/failure-notice.tsx'
import { toasts } from '@app/ui/toaster.tsx'
import { useAction } from '@app/ui/use-action.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { useResumeSubscription } from '#api/billing/billing-actions.ts'
import type { Subscription } from '#api/billing/subscription.ts'
import { paths } from '#config/paths.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { MessageKey } from '#i18n/messages.ts'
import { onDemand } from '#on-demand/on-demand.tsx'
import { billingMessage } from './billing-message.ts'
import { possibleIn, type ShownState, SUBJECT, shownState } from './subscription-state.ts'
import { useOpenPortal } from './use-open-portal.ts'

const CancelDialog = onDemand(async () => (await import('./cancel-dialog.tsx')).CancelDialog)
const ChangePlanDialog = onDemand(
  async () => (await import('./change-plan-dialog.tsx')).ChangePlanDialog,
)

type ActionName = 'change' | 'card' | 'cancel' | 'resume'

/** In the order of the buttons; in a problem state, the first one solves it. */
function actionsIn(state: ShownState): ActionName[] {
  const { change, canPayOtherwise, canCancel, canResume } = possibleIn(state)
  if (canResume) return ['resume']

  return [
    ...(change === 'possible' ? (['change'] as const) : []),
    ...(canPayOtherwise ? (['card'] as const) : []),
    ...(canCancel ? (['cancel'] as const) : []),
  ]
}

const FAILURES: Record<ActionName, MessageKey> = {
  change: 'subscription.failed.change',
  card: 'subscription.failed.portal',
  cancel: 'subscription.failed.cancel',
  resume: 'subscription.failed.resume',
}

/** The actions of a member on a subscription. */
export function SubscriptionActions({ subscription }: { subscription: Subscription }) {
  const { t } = useTranslation()
  const [dialog, setDialog] = useState<'change' | 'cancel' | null>(null)
  const { run, running, failure } = useAction<ActionName>()
  const openPortal = useOpenPortal()
  const resume = useResumeSubscription()
  const state = shownState(subscription)
  const actions = actionsIn(state)

  function act(name: ActionName) {
    if (name === 'change' || name === 'cancel') return setDialog(name)
    void run(name, async ({ stayBusy }) => {
      if (name === 'card') {
        await openPortal(subscription, 'payment_method')
        stayBusy()
      } else {
        await resume.mutateAsync({ subscriptionId: subscription.id })
        toasts.show({ title: t('subscription.resumed'), tone: 'positive', subject: SUBJECT })
      }
    })
  }

  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap gap-3">
        {actions.map((name, index) => (
          <Button
            key={name}
            size="sm"
            variant={index === 0 && isWayOut(state) ? 'primary' : 'secondary'}
            isBusy={running === name}
            disabled={running !== null}
            onPointerEnter={() => preload(name)}
            onClick={() => act(name)}
          >
            {t(labelOf(name, state))}
          </Button>
        ))}
        {actions.length === 0 && <SeePlans />}
      </div>
      <FailureNotice
        failure={failure && { text: billingMessage(t, failure.error, FAILURES[failure.name]) }}
      />
      {dialog === 'cancel' && (
        <CancelDialog subscription={subscription} onClose={() => setDialog(null)} />
      )}
      {dialog === 'change' && (
        <ChangePlanDialog subscription={subscription} onClose={() => setDialog(null)} />
      )}
    </div>
  )
}

function preload(name: ActionName) {
  if (name === 'change') ChangePlanDialog.preload()
  if (name === 'cancel') CancelDialog.preload()
}

function isWayOut(state: ShownState): boolean {
  const { isLate, canResume } = possibleIn(state)
  return isLate || canResume
}

function labelOf(name: ActionName, state: ShownState): MessageKey {
  switch (name) {
    case 'change':
      return 'subscription.actions.changePlan'
    case 'card':
      return 'subscription.actions.updateCard'
    case 'resume':
      return state === 'paused'
        ? 'subscription.actions.resumePayments'
        : 'subscription.actions.resume'
    case 'cancel':
      if (state === 'on_trial') return 'subscription.actions.cancelTrial'
      return state === 'active' ? 'subscription.actions.cancel' : 'subscription.actions.cancelShort'
  }
}

export function SeePlans() {
  const { t } = useTranslation()

  return (
    <Link to={paths.pricing} className={buttonClasses('secondary', 'sm')}>
      {t('subscription.actions.seePlans')}
    </Link>
  )
}
