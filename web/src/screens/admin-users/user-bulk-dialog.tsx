import type { AdminBulkReply } from '@app/contract/admin-users'
import { Button } from '@app/ui/button.tsx'
import { DraftDialog } from '@app/ui/draft-dialog.tsx'
import { FormActions } from '@app/ui/form-actions.tsx'
import { SubmitButton } from '@app/ui/submit-button.tsx'
import { useAction } from '@app/ui/use-action.ts'
import { useForm } from '@app/ui/use-form.ts'
import { changeUsers } from '#api/admin-users.ts'
import { AdminFailure } from '#features/admin/admin-failure.tsx'
import { useProof } from '#features/admin/use-proof.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { useLeavingTexts } from '#i18n/leaving-texts.ts'
import { BanFields, ReasonField, reasonErrors } from './ban-fields.tsx'
import { EMPTY_ACTION } from './user-action.ts'

type Props = {
  action: 'sign_out' | 'ban'
  userIds: string[]
  onClose: () => void
  onDone: (reply: AdminBulkReply) => void
}

/** The same questions as for one person, asked once for all of them. */
export function UserBulkDialog({ action: name, userIds, onClose, onDone }: Props) {
  const { t } = useTranslation()
  const leaving = useLeavingTexts()
  const proof = useProof()
  const action = useAction<'submit'>()
  const isBan = name === 'ban'
  const count = userIds.length
  const form = useForm({
    initial: EMPTY_ACTION,
    check: (draft) => (isBan ? reasonErrors(t, draft) : {}),
    save: async ({ duration, reason }) => {
      const change = isBan
        ? ({ action: 'ban', duration, reason } as const)
        : ({ action: 'sign_out' } as const)
      onDone(await proof.prove((nonce) => changeUsers({ action: 'bulk', userIds, change, nonce })))
    },
    action,
  })

  return (
    <DraftDialog
      isOpen
      title={t(isBan ? 'admin.people.ban.several' : 'admin.people.signOut.several', { count })}
      lead={
        isBan
          ? `${t('admin.people.ban.text')} ${t('admin.people.ban.subscription')}`
          : t('admin.people.signOut.severalText')
      }
      closeText={t('common.close')}
      isDirty={form.isDirty}
      leaving={leaving}
      onClose={onClose}
    >
      {(askToClose) => (
        <form {...form.props} className="grid gap-5">
          {action.failure && <AdminFailure error={action.failure.error} />}
          {isBan && (
            <>
              <BanFields form={form} />
              <ReasonField form={form} />
            </>
          )}
          <FormActions>
            <Button variant="secondary" size="sm" onClick={askToClose}>
              {t('common.cancel')}
            </Button>
            <SubmitButton form={form} variant="danger" size="sm">
              {t(isBan ? 'admin.people.do.ban' : 'admin.people.do.signOut')}
            </SubmitButton>
          </FormActions>
          {proof.dialog}
        </form>
      )}
    </DraftDialog>
  )
}
