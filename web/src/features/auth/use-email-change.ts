import { useForm } from '@app/ui/use-form.ts'
import { useQueryClient } from '@tanstack/react-query'
import { openIdentity } from '#api/identity.ts'
import { useMember } from '#api/session.ts'
import { userMessage } from '#api/user-message.ts'
import { fieldTexts } from '#i18n/field-texts.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { pendingEmailChangeQuery } from './pending-email-change.ts'
import { emailError } from './rules.ts'
import { useRedirects } from './use-redirects.ts'

/** Asks for another address. It counts once both mailboxes have agreed, so here only the notice about it changes. */
export function useEmailChange() {
  const { t } = useTranslation()
  const { email: current } = useMember()
  const client = useQueryClient()
  const { toAccount } = useRedirects()
  const isCurrent = (email: string) => email.trim().toLowerCase() === current.toLowerCase()

  return useForm({
    initial: { email: '' },
    check: ({ email }) =>
      fieldTexts(t, {
        email: emailError(email) ?? (isCurrent(email) ? 'settings.email.same' : null),
      }),
    save: async ({ email }, { clear }) => {
      await requestChange(email.trim(), toAccount())
      await client.invalidateQueries({ queryKey: pendingEmailChangeQuery.queryKey })
      clear()
    },
    explain: (error) => ({ fields: { email: userMessage(t, error, 'settings.email.failed') } }),
    marksUnsaved: true,
  })
}

async function requestChange(email: string, emailRedirectTo: string): Promise<void> {
  const auth = await openIdentity()
  const { error } = await auth.updateUser({ email }, { emailRedirectTo })

  if (error) throw error
}
