import { Button } from '@app/ui/button.tsx'
import { Dialog } from '@app/ui/dialog.tsx'
import { FormActions } from '@app/ui/form-actions.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { useAction } from '@app/ui/use-action.ts'
import { useEffect, useState } from 'react'
import { userMessage } from '#api/errors/user-message.ts'
import { pickUpSession } from '#api/simulator/own-session.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

type Props = { isDue: boolean; onShown: () => void }

/** Reminds members who enabled it of an expired session, once a day. */
export function SignInReminder({ isDue, onShown }: Props) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const { run, running, failure } = useAction<'signIn'>()

  // biome-ignore lint/correctness/useExhaustiveDependencies: shown once, when it becomes due.
  useEffect(() => {
    if (!isDue) return
    setOpen(true)
    onShown()
  }, [isDue])

  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={setOpen}
      title={t('automatic.reminderTitle')}
      lead={t('automatic.reminder')}
      closeText={t('common.close')}
    >
      <div className="grid gap-4">
        {failure && (
          <Notice tone="danger">
            {userMessage(t, failure.error, 'simulator.session.tryAgain')}
          </Notice>
        )}
        <FormActions>
          <Button variant="secondary" size="sm" onClick={() => setOpen(false)}>
            {t('automatic.later')}
          </Button>
          <Button
            size="sm"
            isBusy={running === 'signIn'}
            onClick={() =>
              run('signIn', async () => {
                await pickUpSession()
                setOpen(false)
              })
            }
          >
            {t('automatic.signIn')}
          </Button>
        </FormActions>
      </div>
    </Dialog>
  )
}
