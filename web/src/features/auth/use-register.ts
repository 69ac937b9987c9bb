import { useTwoStepForm } from '@app/ui/two-step-form.tsx'
import { useAction } from '@app/ui/use-action.ts'
import { useNavigate } from 'react-router'
import { userMessage } from '#api/errors/user-message.ts'
import { register } from '#api/sign-in/registration.ts'
import { PROVIDER_NAMES, type Provider, signInThrough } from '#api/sign-in/sign-in.ts'
import { paths } from '#config/paths.ts'
import { fieldTexts } from '#i18n/field-texts.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { emailError, newPasswordErrors } from './rules.ts'
import { useKnownEmail } from './use-known-email.ts'
import { useRedirects } from './use-redirects.ts'

const EMPTY = { displayName: '', email: '', password: '', confirmation: '' }

export function useRegister() {
  const { t, language } = useTranslation()
  const navigate = useNavigate()
  const redirects = useRedirects()
  const action = useAction<Provider | 'submit'>()
  const form = useTwoStepForm({
    first: ['displayName', 'email'],
    initial: { ...EMPTY, email: useKnownEmail() },
    check: (draft) =>
      fieldTexts(t, {
        displayName: draft.displayName.trim() === '' ? 'errors.nameRequired' : null,
        email: emailError(draft.email),
        ...newPasswordErrors(draft),
      }),
    save: async ({ displayName, email, password }, { stayBusy }) => {
      const person = { displayName: displayName.trim(), email: email.trim(), password, language }
      const isSignedIn = await register(person, redirects.toDashboard())
      // This page's guard redirects signed-in users to the dashboard.
      if (!isSignedIn) await navigate(paths.registerConfirm, { state: { email: person.email } })
      stayBusy()
    },
    explain: (error) => ({ text: failureText(error) }),
    action,
  })

  function failureText(error: unknown): string {
    const name = action.failure?.name ?? 'submit'

    return name === 'submit'
      ? userMessage(t, error, 'errors.registerFailed')
      : userMessage(t, error, 'errors.providerFailed', { provider: PROVIDER_NAMES[name] })
  }

  function goThrough(provider: Provider) {
    void action.run(provider, async ({ stayBusy }) => {
      await signInThrough(provider, redirects.toOrigin())
      stayBusy()
    })
  }

  return { form, running: action.running, goThrough }
}
