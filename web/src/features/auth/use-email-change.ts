import { useForm } from '@app/ui/use-form.ts'
import { userMessage } from '#api/errors/user-message.ts'
import { useMember } from '#api/session/session.ts'
import { useRequestEmailChange } from '#api/sign-in/email-change.ts'
import { fieldTexts } from '#i18n/field-texts.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { emailError } from './rules.ts'
import { useRedirects } from './use-redirects.ts'

/** Requests another address. It changes only once both mailboxes have confirmed. */
export function useEmailChange() {
  const { t } = useTranslation()
  const { email: current } = useMember()
  const { mutateAsync: requestChange } = useRequestEmailChange()
  const { toAccount } = useRedirects()
  const isCurrent = (email: string) => email.trim().toLowerCase() === current.toLowerCase()

  return useForm({
    initial: { email: '' },
    check: ({ email }) =>
      fieldTexts(t, {
        email: emailError(email) ?? (isCurrent(email) ? 'settings.email.same' : null),
      }),
    save: async ({ email }, { clear }) => {
      await requestChange({ email: email.trim(), redirectTo: toAccount() })
      clear()
    },
    explain: (error) => ({ fields: { email: userMessage(t, error, 'settings.email.failed') } }),
    marksUnsaved: true,
  })
}
