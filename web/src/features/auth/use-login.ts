import { useState } from 'react'
import { answerErrorStore, useAnswerError } from '#api/session.ts'
import { PROVIDER_NAMES, type Provider, signIn, signInThrough } from '#api/sign-in.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { complaintAboutEmail } from './rules.ts'
import { useAttempt } from './use-attempt.ts'
import { useRedirects } from './use-redirects.ts'

type Complaints = { email?: string; password?: string }

export type Failure = {
  error: unknown
  /** Whose button was pressed, or null for the form. */
  provider: string | null
  /** What was typed into the form. */
  email: string
}

export function useLogin() {
  const { t } = useTranslation()
  const redirects = useRedirects()
  const answerError = useAnswerError()
  const { attempt, running, failure } = useAttempt<Provider | 'email'>()
  const [complaints, setComplaints] = useState<Complaints | null>(null)
  const [email, setEmail] = useState('')

  function checkEmail(values: FormData): boolean {
    const typed = textOf(values, 'email')
    const complaint = complaintAboutEmail(typed)

    setEmail(typed)
    setComplaints(complaint ? { email: t(complaint) } : null)
    return complaint === null
  }

  function submit(values: FormData) {
    if (!checkEmail(values)) return
    const password = String(values.get('password'))
    if (password === '') return setComplaints({ password: t('errors.passwordRequired') })

    answerErrorStore.set(null)
    void attempt('email', async () => {
      await signIn(textOf(values, 'email'), password)
      return 'leaving'
    })
  }

  function goThrough(provider: Provider) {
    answerErrorStore.set(null)
    void attempt(provider, async () => {
      await signInThrough(provider, redirects.toOrigin())
      return 'leaving'
    })
  }

  return {
    email,
    complaints,
    running,
    failure: failureOf(),
    checkEmail,
    submit,
    goThrough,
  }

  function failureOf(): Failure | null {
    if (failure) return { error: failure.error, provider: providerName(failure.name), email }
    return answerError && { error: answerError, provider: null, email }
  }
}

const textOf = (values: FormData, name: string) => String(values.get(name)).trim()

const providerName = (name: Provider | 'email') => (name === 'email' ? null : PROVIDER_NAMES[name])
