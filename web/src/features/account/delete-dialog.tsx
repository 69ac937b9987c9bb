import { Button } from '@app/ui/button.tsx'
import { Dialog } from '@app/ui/dialog.tsx'
import { FailureNotice } from '@app/ui/failure-notice.tsx'
import { TextField } from '@app/ui/text-field.tsx'
import { toasts } from '@app/ui/toaster.tsx'
import { type FormEvent, useState } from 'react'
import { useDeleteAccount } from '#api/account.ts'
import { useMember } from '#api/session.ts'
import { userMessage } from '#api/user-message.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

export function DeleteDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { email } = useMember()
  const [typed, setTyped] = useState('')
  const [nonce, setNonce] = useState('')
  const [isCodeWanted, setCodeWanted] = useState(false)
  const isConfirmed = typed.trim().toLowerCase() === email.toLowerCase()
  const deleting = useDeleteAccount()

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!isConfirmed) return
    const body = { confirmation: typed, ...(nonce && { nonce: nonce.trim() }) }
    const outcome = await deleting.mutateAsync(body).catch(() => null)

    if (outcome === 'code-wanted') setCodeWanted(true)
    if (outcome === 'deleted') {
      toasts.show({ title: t('settings.deletion.done'), text: t('settings.deletion.doneText') })
    }
  }

  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('settings.deletion.confirmTitle')}
      lead={t('settings.deletion.confirmText')}
      closeText={t('common.close')}
    >
      <form noValidate onSubmit={submit} className="grid gap-5">
        {deleting.error && (
          <FailureNotice
            failure={{
              title: t('settings.deletion.failed'),
              text: userMessage(t, deleting.error, 'errors.tryAgain'),
            }}
          />
        )}
        <TextField
          label={t('settings.deletion.typeEmail', { email })}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="off"
          autoCapitalize="none"
        />
        {isCodeWanted && (
          <TextField
            label={t('settings.deletion.code')}
            hint={t('settings.deletion.codeHint')}
            value={nonce}
            onChange={(event) => setNonce(event.target.value)}
            inputMode="numeric"
            autoComplete="one-time-code"
            autoFocus
          />
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" size="sm" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button
            type="submit"
            variant="danger"
            size="sm"
            isBusy={deleting.isPending}
            disabled={!isConfirmed}
          >
            {t('settings.deletion.submit')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
