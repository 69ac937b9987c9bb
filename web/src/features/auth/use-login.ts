import { useTwoStepForm } from '@app/ui/two-step-form.tsx'
import { useAction } from '@app/ui/use-action.ts'
import { answerErrorStore, useAnswerError } from '#api/session/session.ts'
import { PROVIDER_NAMES, type Provider, signIn, signInThrough } from '#api/sign-in/sign-in.ts'
import { fieldTexts } from '#i18n/field-texts.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { emailError } from './rules.ts'
import { useKnownEmail } from './use-known-email.ts'
import { useRedirects } from './use-redirects.ts'

export type Failure = {
  error: unknown
  /** The provider whose button was pressed, or null for the form. */
  provider: string | null
  /** The entered address. */
  email: string
}

export function useLogin() {
  const { t } = useTranslation()
  const redirects = useRedirects()
  const answerError = useAnswerError()
  const action = useAction<Provider | 'submit'>()
  const form = useTwoStepForm({
    first: ['email'],
    initial: { email: useKnownEmail(), password: '' },
    check: ({ email, password }) =>
      fieldTexts(t, {
        email: emailError(email),
        password: password === '' ? 'errors.passwordRequired' : null,
      }),
    save: async ({ email, password }, { stayBusy }) => {
      answerErrorStore.set(null)
      await signIn(email.trim(), password)
      stayBusy()
    },
    action,
  })

  function goThrough(provider: Provider) {
    answerErrorStore.set(null)
    void action.run(provider, async ({ stayBusy }) => {
      await signInThrough(provider, redirects.toOrigin())
      stayBusy()
    })
  }

  return { form, running: action.running, failure: failureOf(), goThrough }

  function failureOf(): Failure | null {
    const email = form.draft.email.trim()

    if (!action.failure) return answerError && { error: answerError, provider: null, email }
    const { error, name } = action.failure
    return { error, provider: name === 'submit' ? null : PROVIDER_NAMES[name], email }
  }
}
