import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { openIdentity } from '#api/identity.ts'
import { useMember } from '#api/session.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { pendingEmailChangeQuery } from './pending-email-change.ts'
import { complaintAboutEmail } from './rules.ts'
import { useAttempt } from './use-attempt.ts'
import { useRedirects } from './use-redirects.ts'

/** Asks for another address. It counts once both mailboxes have agreed, so nothing changes here but what is said. */
export function useEmailChange() {
  const { t } = useTranslation()
  const { email: current } = useMember()
  const client = useQueryClient()
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
      await requestChange(wanted, toAccount())
      await client.invalidateQueries({ queryKey: pendingEmailChangeQuery.queryKey })
      setEmail('')
      return 'done'
    })
  }

  return { email, setEmail, complaint, failure, isBusy: running !== null, submit }
}

async function requestChange(email: string, emailRedirectTo: string): Promise<void> {
  const auth = await openIdentity()
  const { error } = await auth.updateUser({ email }, { emailRedirectTo })

  if (error) throw error
}
