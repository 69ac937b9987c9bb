import { toasts } from '@app/ui/toaster.tsx'
import { type FormEvent, useState } from 'react'
import { changePassword } from '#api/password.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { type PasswordComplaints, usePasswordCheck } from './new-password-fields.tsx'
import { useAttempt } from './use-attempt.ts'

export function usePasswordChange() {
  const { t } = useTranslation()
  const checkPasswords = usePasswordCheck()
  const { attempt, running, failure } = useAttempt<'save'>()
  const [complaints, setComplaints] = useState<PasswordComplaints | null>(null)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const values = new FormData(form)
    const wrong = checkPasswords(values)

    setComplaints(wrong)
    if (wrong) return
    void attempt('save', async () => {
      await changePassword(String(values.get('password')), String(values.get('current') ?? ''))
      form.reset()
      toasts.show({ title: t('settings.password.changed'), tone: 'positive' })
      return 'done'
    })
  }

  return { complaints, failure, isBusy: running !== null, submit }
}
