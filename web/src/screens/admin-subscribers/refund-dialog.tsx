import type { SubscriberPayment } from '@app/contract/admin-billing'
import { Button } from '@app/ui/button.tsx'
import { Dialog } from '@app/ui/dialog.tsx'
import { FormActions } from '@app/ui/form-actions.tsx'
import { SubmitButton } from '@app/ui/submit-button.tsx'
import { TextField } from '@app/ui/text-field.tsx'
import { toasts } from '@app/ui/toaster.tsx'
import { useAction } from '@app/ui/use-action.ts'
import { useForm } from '@app/ui/use-form.ts'
import { refundPayment, useRefreshBilling } from '#api/admin/admin-billing.ts'
import { AdminFailure } from '#features/admin/admin-failure.tsx'
import { useProof } from '#features/admin/use-proof.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { centsOf } from './cents-of.ts'
import { moneyText } from './subscriber-words.ts'

type Props = { payment: SubscriberPayment; person: string; onClose: () => void }

/** Offers the full remaining amount; a part can be typed. */
export function RefundDialog({ payment, person, onClose }: Props) {
  const translator = useTranslation()
  const { t } = translator
  const { id: paymentId, cents, refundedCents, currency } = payment
  const left = cents - refundedCents
  const money = (amount: number) => moneyText(translator, amount, currency)
  const { prove, dialog } = useProof()
  const refresh = useRefreshBilling()
  const action = useAction<'submit'>()
  const form = useForm({
    initial: { amount: (left / 100).toFixed(2) },
    check: ({ amount }) => {
      const typed = centsOf(amount)
      if (typed === null || typed === 0) return { amount: t('admin.billing.refund.noAmount') }
      return {
        amount: typed > left ? t('admin.billing.refund.tooMuch', { left: money(left) }) : null,
      }
    },
    save: async ({ amount }) => {
      const amountCents = centsOf(amount) ?? 0
      try {
        await prove((nonce) => refundPayment({ paymentId, amountCents, refundedCents, nonce }))
      } finally {
        await refresh()
      }
      toasts.show({
        title: t('admin.billing.refund.done', { amount: money(amountCents) }),
        tone: 'positive',
        subject: paymentId,
      })
      onClose()
    },
    action,
  })
  const typed = centsOf(form.draft.amount)

  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && !form.isBusy && onClose()}
      title={t('admin.billing.refund.title', { amount: money(cents) })}
      lead={t('admin.billing.refund.lead', { name: person })}
      closeText={t('common.close')}
    >
      <form {...form.props} className="grid gap-5">
        <TextField
          {...form.field('amount')}
          label={t('admin.billing.refund.amount', { currency })}
          hint={t('admin.billing.refund.hint', { left: money(left) })}
          inputMode="decimal"
          autoComplete="off"
        />
        {action.failure && <AdminFailure error={action.failure.error} />}
        <FormActions>
          <Button variant="secondary" size="sm" onClick={onClose} disabled={form.isBusy}>
            {t('common.cancel')}
          </Button>
          <SubmitButton form={form} size="sm" variant="danger">
            {typed
              ? t('admin.billing.refund.confirm', { amount: money(typed) })
              : t('admin.billing.refund.open')}
          </SubmitButton>
        </FormActions>
        {dialog}
      </form>
    </Dialog>
  )
}
