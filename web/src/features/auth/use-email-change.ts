import { type FormEvent, useState } from 'react'
import { useRequestEmailChange } from '#api/email-change.ts'
import { useMember } from '#api/session.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { complaintAboutEmail } from './rules.ts'
import { useAttempt } from './use-attempt.ts'
import { useRedirects } from './use-redirects.ts'

/** Requests another address. It changes only once both mailboxes have confirmed. */
export function useEmailChange() {
  const { t } = useTranslation()
  const { email: current } = useMember()
  const { mutateAsync: requestChange } = useRequestEmailChange()
  const { toAccount } = useRedirects()
  const { attempt, running, failure } = useAttempt<'change'>()
  const [email, setEmail] = useState('')
  const [complaint, setComplaint] = useState<string | null>(null)

  function submit(event: FormEvent) {
    event.preventDefault()
    const wanted = email.trim()
    const wrong = complaintAboutEmail(wanted)
    const isSame = wanted.toLowerCase() === current.toLowerCase()

    setComplaint(wrong ? t(wrong) : isSame ? t('settings.email.same') : null)
    if (wrong || isSame) return
    void attempt('change', async () => {
      await requestChange({ email: wanted, redirectTo: toAccount() })
      setEmail('')
      return 'done'
    })
  }

  return { email, setEmail, complaint, failure, isBusy: running !== null, submit }
}
