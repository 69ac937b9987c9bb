import { useState } from 'react'
import { useNavigate } from 'react-router'
import { register } from '#api/registration.ts'
import { type Provider, signInThrough } from '#api/sign-in.ts'
import { paths } from '#config/paths.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { type PasswordComplaints, usePasswordCheck } from './new-password-fields.tsx'
import { complaintAboutEmail } from './rules.ts'
import { useAttempt } from './use-attempt.ts'
import { useRedirects } from './use-redirects.ts'

type Complaints = PasswordComplaints & { displayName?: string; email?: string }

export function useRegister() {
  const { t, language } = useTranslation()
  const navigate = useNavigate()
  const redirects = useRedirects()
  const checkPasswords = usePasswordCheck()
  const { attempt, running, failure } = useAttempt<Provider | 'email'>()
  const [complaints, setComplaints] = useState<Complaints | null>(null)

  function checkPerson(values: FormData): boolean {
    const email = complaintAboutEmail(textOf(values, 'email'))
    const found: Complaints = {
      ...(textOf(values, 'displayName') === '' && { displayName: t('errors.nameRequired') }),
      ...(email && { email: t(email) }),
    }
    const isFine = Object.keys(found).length === 0

    setComplaints(isFine ? null : found)
    return isFine
  }

  function submit(values: FormData) {
    if (!checkPerson(values)) return
    const wrong = checkPasswords(values)
    setComplaints(wrong)
    if (wrong) return

    const person = {
      displayName: textOf(values, 'displayName'),
      email: textOf(values, 'email'),
      password: String(values.get('password')),
      language,
    }
    void attempt('email', async () => {
      const isSignedIn = await register(person, redirects.toDashboard())
      // Whoever is signed in is led to the dashboard by the guard of this page.
      if (!isSignedIn) await navigate(paths.registerConfirm, { state: { email: person.email } })
      return 'leaving'
    })
  }

  function goThrough(provider: Provider) {
    void attempt(provider, async () => {
      await signInThrough(provider, redirects.toOrigin())
      return 'leaving'
    })
  }

  return { complaints, failure, running, checkPerson, submit, goThrough }
}

const textOf = (values: FormData, name: string) => String(values.get(name)).trim()
