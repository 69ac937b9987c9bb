import { TextArea } from '@app/ui/text-area.tsx'
import { useAction } from '@app/ui/use-action.ts'
import { useForm } from '@app/ui/use-form.ts'
import { AdminFailure } from '#features/admin/admin-failure.tsx'
import { AdminFormDialog } from '#features/admin/admin-form-dialog.tsx'
import { useProof } from '#features/admin/use-proof.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'

const REASON_MAX = 500

type Props = {
  title: string
  lead: string
  /** The state before the action. */
  now: string
  confirmText: string
  isDangerous: boolean
  save: (reason: string, nonce: string | undefined) => Promise<void>
  onDone: () => Promise<void>
  /** The shown data may be outdated. */
  onFailed: () => Promise<void>
  onClose: () => void
}

/** Asks for a reason before an action on a member's subscription. */
export function ReasonDialog(props: Props) {
  const { t } = useTranslation()
  const { prove, dialog } = useProof()
  const action = useAction<'submit'>()
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) => ({
      reason: reason.trim() === '' ? t('admin.billing.reasonMissing') : null,
    }),
    save: async ({ reason }) => {
      try {
        await prove((nonce) => props.save(reason.trim(), nonce))
      } catch (error) {
        await props.onFailed()
        throw error
      }
      await props.onDone()
      props.onClose()
    },
    action,
  })

  return (
    <AdminFormDialog
      form={form}
      title={props.title}
      lead={props.lead}
      onClose={props.onClose}
      submitText={props.confirmText}
      cancelText={t('admin.billing.keep')}
      isDangerous={props.isDangerous}
      proof={dialog}
    >
      <p className="text-sm">{props.now}</p>
      <TextArea
        {...form.field('reason')}
        label={t('admin.billing.reason')}
        hint={t('admin.billing.reasonHint')}
        maxLength={REASON_MAX}
      />
      {action.failure && <AdminFailure error={action.failure.error} />}
    </AdminFormDialog>
  )
}
