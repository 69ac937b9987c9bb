import { useTwoStepForm } from '@app/ui/two-step-form.tsx'
import { useAction } from '@app/ui/use-action.ts'
import { useEffect, useState } from 'react'
import { CodedError } from '#api/errors/coded-error.ts'
import { answerErrorStore, useAnswerError } from '#api/session/session.ts'
import type { CompanySignIn } from '#api/sign-in/company-sign-in.ts'
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
  const action = useAction<Provider | 'submit' | 'passkey' | 'company'>()
  const { find, nameFor, go } = useCompany(redirects.toOrigin)
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
    prepare: find && (({ email }) => find(email)),
  })

  function goThrough(provider: Provider) {
    answerErrorStore.set(null)
    void action.run(provider, async ({ stayBusy }) => {
      await signInThrough(provider, redirects.toOrigin())
      stayBusy()
    })
  }

  function goToCompany() {
    answerErrorStore.set(null)
    void action.run('company', async ({ stayBusy }) => {
      if (await go()) stayBusy()
      else throw new CodedError('sso_provider_disabled')
    })
  }

  function openPasskey() {
    answerErrorStore.set(null)
    void action.run('passkey', async ({ stayBusy }) => {
      if (await signInByPasskey()) stayBusy()
      else void offerPasskeys()
    })
  }

  return {
    form,
    running: action.running,
    failure: failureOf(),
    company: nameFor(form.draft.email),
    /** For an address that was changed after the first step. */
    findCompany: () => void (form.isSecond && find?.(form.draft.email)),
    goThrough,
    goToCompany,
    openPasskey,
  }

  function failureOf(): Failure | null {
    const email = form.draft.email.trim()

    if (!action.failure) return answerError && { error: answerError, provider: null, email }
    const { error, name } = action.failure
    const provider = name === 'github' || name === 'google' ? PROVIDER_NAMES[name] : null
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

const load = () => import('#api/sign-in/company-sign-in.ts')

/** The sign-in of the company whose domain an address has. */
function useCompany(redirectTo: () => string) {
  const { sso } = usePublicConfig()
  const [begun, setBegun] = useState<CompanySignIn | null>(null)

  const find = async (email: string) => {
    const found = load().then((company) => company.findCompanySignIn(domainOf(email), redirectTo()))
    // Without a network this part of the program may be missing, and the password stays.
    setBegun(await found.catch(() => null))
  }

  return {
    /** undefined: no company has a sign-in here, so nothing is asked. */
    find: sso ? find : undefined,
    /** null for another domain than the one that was asked for. */
    nameFor: (email: string) => (begun?.domain === domainOf(email) ? begun.domain : null),
    go: async () => begun !== null && (await load()).goToCompany(begun, redirectTo()),
  }
}

const domainOf = (email: string) => email.replace(/^.*@/, '').trim().toLowerCase()
