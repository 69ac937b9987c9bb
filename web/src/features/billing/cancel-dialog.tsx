import { CANCELLATION_COMMENT_MAX, CANCELLATION_REASONS } from '@app/contract/billing-words'
import { Button } from '@app/ui/button.tsx'
import { Dialog } from '@app/ui/dialog.tsx'
import { FailureNotice } from '@app/ui/failure-notice.tsx'
import { FormActions } from '@app/ui/form-actions.tsx'
import { LockIcon } from '@app/ui/icons.tsx'
import { Select } from '@app/ui/select.tsx'
import { SubmitButton } from '@app/ui/submit-button.tsx'
import { TextArea } from '@app/ui/text-area.tsx'
import { toasts } from '@app/ui/toaster.tsx'
import { useForm } from '@app/ui/use-form.ts'
import { useCancelSubscription, useResumeSubscription } from '#api/billing/billing-actions.ts'
import type { Subscription } from '#api/billing/subscription.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { MessageKey } from '#i18n/messages.ts'
import { billingMessage } from './billing-message.ts'
import { planName } from './plan-name.ts'
import { featureWords } from './plan-words.ts'
import { dayText, SUBJECT } from './subscription-state.ts'

type Reason = 'none' | (typeof CANCELLATION_REASONS)[number]

const REASONS: Record<Reason, MessageKey> = {
  none: 'subscription.cancelDialog.reasons.none',
  too_expensive: 'subscription.cancelDialog.reasons.too_expensive',
  missing_feature: 'subscription.cancelDialog.reasons.missing_feature',
  unused: 'subscription.cancelDialog.reasons.unused',
  switched_service: 'subscription.cancelDialog.reasons.switched_service',
  quality: 'subscription.cancelDialog.reasons.quality',
  temporary: 'subscription.cancelDialog.reasons.temporary',
  other: 'subscription.cancelDialog.reasons.other',
}

type Draft = { reason: Reason; comment: string }

type Props = { subscription: Subscription; onClose: () => void }

/** Lists what the member loses; the reason is optional. */
export function CancelDialog({ subscription, onClose }: Props) {
  const { t } = useTranslation()
  const { plan } = subscription
  const form = useCancelForm(subscription, onClose)
  const reasons = (['none', ...CANCELLATION_REASONS] as const).map((value) => ({
    value,
    label: t(REASONS[value]),
  }))

  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('subscription.cancelDialog.title', { plan: planName(t, plan?.name ?? null) })}
      closeText={t('common.close')}
    >
      <form {...form.props} className="grid gap-5">
        <Consequences subscription={subscription} />
        <Select
          label={t('subscription.cancelDialog.reason')}
          hint={t('subscription.cancelDialog.optional')}
          options={reasons}
          {...form.choice('reason')}
        />
        <TextArea
          label={t('subscription.cancelDialog.comment')}
          hint={t('subscription.cancelDialog.optional')}
          maxLength={CANCELLATION_COMMENT_MAX}
          {...form.field('comment')}
        />
        <FailureNotice failure={form.failure} />
        <FormActions>
          <Button variant="secondary" size="sm" onClick={onClose} disabled={form.isBusy}>
            {t('subscription.cancelDialog.keep')}
          </Button>
          <SubmitButton form={form} variant="danger" size="sm">
            {t('subscription.cancelDialog.confirm')}
          </SubmitButton>
        </FormActions>
      </form>
    </Dialog>
  )
}

function Consequences({ subscription }: { subscription: Subscription }) {
  const translator = useTranslation()
  const { t } = translator
  const { plan, has_access } = subscription
  const end = endOf(subscription)

  return (
    <div className="grid gap-2 text-sm">
      <p>
        {has_access && end
          ? t('subscription.cancelDialog.keepUntil', { date: dayText(translator, end) })
          : t('subscription.cancelDialog.keepNone')}
      </p>
      <ul className="grid gap-1.5 text-ink-soft">
        {plan?.features.map((code) => (
          <li key={code} className="flex gap-2">
            <LockIcon className="mt-0.5 size-4 flex-none" />
            {featureWords(t, code).name}
          </li>
        ))}
      </ul>
      <p>{t('subscription.cancelDialog.projectsStay')}</p>
    </div>
  )
}

function useCancelForm(subscription: Subscription, onClose: () => void) {
  const translator = useTranslation()
  const { t } = translator
  const cancel = useCancelSubscription()
  const resume = useResumeSubscription()
  const { id: subscriptionId } = subscription
  const reasonOf = (reason: Reason) => (reason === 'none' ? null : reason)

  return useForm<Draft>({
    initial: { reason: 'none', comment: '' },
    explain: (error) => ({ text: billingMessage(t, error, 'subscription.failed.cancel') }),
    save: async ({ reason, comment }) => {
      const cancelled = await cancel.mutateAsync({
        subscriptionId,
        reason: reasonOf(reason),
        comment: comment.trim() || null,
      })
      toasts.show({
        title: cancelled.ends_at
          ? t('subscription.cancelDialog.done', { date: dayText(translator, cancelled.ends_at) })
          : t('subscription.cancelDialog.doneUndated'),
        tone: 'positive',
        subject: SUBJECT,
        action: { text: t('subscription.cancelDialog.resume'), run: () => void undo() },
      })
      onClose()
    },
  })

  async function undo() {
    try {
      await resume.mutateAsync({ subscriptionId })
      toasts.show({ title: t('subscription.resumed'), tone: 'positive', subject: SUBJECT })
    } catch (error) {
      toasts.show({
        title: billingMessage(t, error, 'subscription.failed.resume'),
        tone: 'danger',
        subject: SUBJECT,
      })
    }
  }
}

/** The end of the paid period. */
const endOf = ({ status, trial_ends_at, renews_at }: Subscription) =>
  status === 'on_trial' ? trial_ends_at : renews_at
