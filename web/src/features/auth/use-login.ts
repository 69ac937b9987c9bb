import { useTwoStepForm } from '@app/ui/two-step-form.tsx'
import { useAction } from '@app/ui/use-action.ts'
import { useEffect } from 'react'
import { answerErrorStore, useAnswerError } from '#api/session/session.ts'
import { offerPasskeys, signInByPasskey, withdrawPasskeys } from '#api/sign-in/passkey-actions.ts'
import { PROVIDER_NAMES, type Provider, signIn, signInThrough } from '#api/sign-in/sign-in.ts'
import { usePublicConfig } from '#config/public-config.tsx'
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
  const action = useAction<Provider | 'submit' | 'passkey'>()
  useOffer()
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

  function openPasskey() {
    answerErrorStore.set(null)
    void action.run('passkey', async ({ stayBusy }) => {
      if (await signInByPasskey()) stayBusy()
      else void offerPasskeys()
    })
  }

  return { form, running: action.running, failure: failureOf(), goThrough, openPasskey }

  function failureOf(): Failure | null {
    const email = form.draft.email.trim()

    if (!action.failure) return answerError && { error: answerError, provider: null, email }
    const { error, name } = action.failure
    const provider = name === 'submit' || name === 'passkey' ? null : PROVIDER_NAMES[name]
    return { error, provider, email }
  }
}

/** Passkeys among the browser's suggestions for the address, as long as the form is shown. */
function useOffer() {
  const { passkeys } = usePublicConfig()

  useEffect(() => {
    if (!passkeys) return
    void offerPasskeys()
    return () => void withdrawPasskeys()
  }, [passkeys])
}
