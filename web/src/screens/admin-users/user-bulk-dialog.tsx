import type { AdminBulkReply } from '@app/contract/admin-users'
import { Button } from '@app/ui/button.tsx'
import { DraftDialog } from '@app/ui/draft-dialog.tsx'
import { FormActions } from '@app/ui/form-actions.tsx'
import { SubmitButton } from '@app/ui/submit-button.tsx'
import { useAction } from '@app/ui/use-action.ts'
import { useForm } from '@app/ui/use-form.ts'
import { changeUsers } from '#api/admin/admin-users.ts'
import { AdminFailure } from '#features/admin/admin-failure.tsx'
import { useProof } from '#features/admin/use-proof.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { useLeavingTexts } from '#i18n/leaving-texts.ts'
import { BanFields, ReasonField, reasonErrors } from './ban-fields.tsx'
import { EMPTY_ACTION } from './user-action.ts'

type Props = {
  action: 'confirm' | 'sign_out' | 'ban'
  userIds: string[]
  onClose: () => void
  onDone: (reply: AdminBulkReply) => void
}

const TITLES = {
  confirm: 'admin.people.confirm.several',
  sign_out: 'admin.people.signOut.several',
  ban: 'admin.people.ban.several',
} as const

const LEADS = {
  confirm: ['admin.people.confirm.severalText'],
  sign_out: ['admin.people.signOut.severalText'],
  ban: ['admin.people.ban.text', 'admin.people.ban.subscription'],
} as const

const SUBMITS = {
  confirm: 'admin.people.do.confirm',
  sign_out: 'admin.people.do.signOut',
  ban: 'admin.people.do.ban',
} as const

/** The same confirmation as for one user, shown once for all. */
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
      const change =
        name === 'ban'
          ? ({ action: 'ban', duration, reason } as const)
          : ({ action: name } as const)
      onDone(await proof.prove((nonce) => changeUsers({ action: 'bulk', userIds, change, nonce })))
    },
    action,
  })

  return (
    <DraftDialog
      isOpen
      title={t(TITLES[name], { count })}
      lead={LEADS[name].map((key) => t(key)).join(' ')}
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
            <SubmitButton form={form} variant={name === 'confirm' ? 'primary' : 'danger'} size="sm">
              {t(SUBMITS[name])}
            </SubmitButton>
          </FormActions>
          {proof.dialog}
        </form>
      )}
    </DraftDialog>
  )
}
