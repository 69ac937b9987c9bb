import type { Subscriber } from '@app/contract/admin-billing'
import { Button } from '@app/ui/button.tsx'
import { toasts } from '@app/ui/toaster.tsx'
import { useAction } from '@app/ui/use-action.ts'
import { useState } from 'react'
import {
  checkSubscription,
  endSubscription,
  resumeSubscription,
  useRefreshBilling,
} from '#api/admin/admin-billing.ts'
import { AdminFailure } from '#features/admin/admin-failure.tsx'
import { possibleIn } from '#features/billing/subscription-state.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { personName, sentenceOf, stateOf } from './subscriber-words.ts'

const SUBJECT = 'subscription'

/** The actions that a subscription's state allows. An ended one can only be checked. */
export function SubscriberActions({ subscription }: { subscription: Subscriber }) {
  const { t } = useTranslation()
  const [asks, setAsks] = useState<'cancel' | 'resume' | null>(null)
  const state = stateOf(subscription)
  const { canResume, canCancel } = possibleIn(state)

  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-3">
        <CheckNow id={subscription.id} />
        {canResume && (
          <Button variant="secondary" size="sm" onClick={() => setAsks('resume')}>
            {t('admin.billing.resume.open')}
          </Button>
        )}
        {canCancel && (
          <Button variant="quiet" size="sm" onClick={() => setAsks('cancel')}>
            {t('admin.billing.cancel.open')}
          </Button>
        )}
      </div>
      {asks && (
        <Question
          key={asks}
          kind={asks}
          subscription={subscription}
          onClose={() => setAsks(null)}
        />
      )}
    </div>
  )
}

function CheckNow({ id }: { id: string }) {
  const { t } = useTranslation()
  const action = useAction<'check'>()
  const refresh = useRefreshBilling()
  const check = () =>
    void action.run('check', async () => {
      const { hasChanged } = await checkSubscription(id)
      await refresh()
      toasts.show({
        title: t(hasChanged ? 'admin.billing.healed' : 'admin.billing.same'),
        tone: 'positive',
        subject: SUBJECT,
      })
    })

  return (
    <>
      <Button variant="secondary" size="sm" isBusy={action.running !== null} onClick={check}>
        {t('admin.billing.checkNow')}
      </Button>
      {action.failure && <AdminFailure error={action.failure.error} />}
    </>
  )
}

type QuestionProps = {
  kind: 'cancel' | 'resume'
  subscription: Subscriber
  onClose: () => void
}

function Question({ kind, subscription, onClose }: QuestionProps) {
  const translator = useTranslation()
  const { t } = translator
  const refresh = useRefreshBilling()
  const { id: subscriptionId, person } = subscription
  const name = personName(t, person)
  const isCancel = kind === 'cancel'

  return (
    <ReasonDialog
      title={
        isCancel
          ? t('admin.billing.cancel.title', { name })
          : t('admin.billing.resume.title', { name })
      }
      lead={t(isCancel ? 'admin.billing.cancel.lead' : 'admin.billing.resume.lead')}
      now={sentenceOf(translator, subscription)}
      confirmText={t(isCancel ? 'admin.billing.cancel.open' : 'admin.billing.resume.open')}
      isDangerous={isCancel}
      save={async (reason, nonce) => {
        const call = isCancel ? endSubscription : resumeSubscription
        await call({ subscriptionId, reason, nonce })
      }}
      onDone={async () => {
        await refresh()
        toasts.show({
          title: t(isCancel ? 'admin.billing.cancel.done' : 'admin.billing.resume.done'),
          tone: 'positive',
          subject: SUBJECT,
        })
      }}
      onFailed={refresh}
      onClose={onClose}
    />
  )
}
