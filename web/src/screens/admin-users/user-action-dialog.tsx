import type { AdminPasskey, AdminUserReply } from '@app/contract/admin-users'
import { Button } from '@app/ui/button.tsx'
import { DraftDialog } from '@app/ui/draft-dialog.tsx'
import { FormActions } from '@app/ui/form-actions.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { SubmitButton } from '@app/ui/submit-button.tsx'
import { TextField } from '@app/ui/text-field.tsx'
import { useAction } from '@app/ui/use-action.ts'
import { useForm } from '@app/ui/use-form.ts'
import { useUsersCache } from '#api/admin/admin-users.ts'
import { AdminFailure } from '#features/admin/admin-failure.tsx'
import { useProof } from '#features/admin/use-proof.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { useLeavingTexts } from '#i18n/leaving-texts.ts'
import { BanFields, ReasonField, reasonErrors } from './ban-fields.tsx'
import {
  type DialogAction,
  type Done,
  dialogTexts,
  EMPTY_ACTION,
  runAction,
} from './user-action.ts'
import { nameOf } from './user-words.ts'

type Props = {
  action: DialogAction
  account: AdminUserReply
  /** Only for its removal. */
  passkey?: AdminPasskey
  onClose: () => void
  onDone: (done: Done) => void
}

const NEED_REASON: readonly DialogAction[] = ['ban', 'remove_factors', 'remove_passkey', 'delete']

/** Describes the action, asks for its parameters, and waits for the answer. */
export function UserActionDialog({ action: name, account, passkey, onClose, onDone }: Props) {
  const { t } = useTranslation()
  const leaving = useLeavingTexts()
  const { refresh } = useUsersCache()
  const proof = useProof()
  const action = useAction<'submit'>()
  const texts = dialogTexts(t, name, account, passkey ?? null)
  const needsReason = NEED_REASON.includes(name)
  const { email } = account.user
  const form = useForm({
    initial: EMPTY_ACTION,
    check: (draft) => (needsReason ? reasonErrors(t, draft) : {}),
    save: async (draft) => {
      try {
        onDone(await runAction(t, proof.prove, { name, account, draft, passkey: passkey ?? null }))
      } catch (error) {
        void refresh()
        throw error
      }
    },
    action,
  })
  const isConfirmed =
    name !== 'delete' ||
    form.draft.confirmation.trim().toLowerCase() === (email ?? '').toLowerCase()

  return (
    <DraftDialog
      isOpen
      title={texts.title}
      lead={texts.text}
      closeText={t('common.close')}
      isDirty={form.isDirty}
      leaving={leaving}
      onClose={onClose}
    >
      {(askToClose) => (
        <form {...form.props} className="grid gap-5">
          {action.failure && <AdminFailure error={action.failure.error} />}
          {texts.notes.map((note) => (
            <Notice key={note} tone="plain">
              {note}
            </Notice>
          ))}
          {name === 'ban' && <BanFields form={form} />}
          {needsReason && <ReasonField form={form} />}
          {name === 'delete' && (
            <TextField
              {...form.field('confirmation')}
              label={t('admin.people.typeEmail', { email: email ?? nameOf(account.user) })}
              autoComplete="off"
              autoCapitalize="none"
            />
          )}
          <FormActions>
            <Button variant="secondary" size="sm" onClick={askToClose}>
              {t('common.cancel')}
            </Button>
            <SubmitButton form={form} variant={texts.variant} size="sm" disabled={!isConfirmed}>
              {texts.submit}
            </SubmitButton>
          </FormActions>
          {proof.dialog}
        </form>
      )}
    </DraftDialog>
  )
}
