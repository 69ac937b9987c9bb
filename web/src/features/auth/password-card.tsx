import { Card } from '@app/ui/card.tsx'
import { FailureNotice } from '@app/ui/failure-notice.tsx'
import { PasswordField } from '@app/ui/password-field.tsx'
import { SubmitButton } from '@app/ui/submit-button.tsx'
import { toasts } from '@app/ui/toaster.tsx'
import { useForm } from '@app/ui/use-form.ts'
import { useState } from 'react'
import { userMessage } from '#api/errors/user-message.ts'
import { useMember } from '#api/session/session.ts'
import { storedTokens } from '#api/session/stored-session.ts'
import { changePassword } from '#api/sign-in/password.ts'
import { fieldTexts } from '#i18n/field-texts.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { newPasswordErrors } from './rules.ts'

const EMPTY = { current: '', password: '', confirmation: '' }

/**
 * Changes the password. A member who signed in by a mail link has proven their identity, and sets a new one; so does one who never had a
 * password, because they sign in by a provider.
 */
export function PasswordCard() {
  const { t } = useTranslation()
  const { cameByMail, email } = useMember()
  const [isRequired, setRequired] = useState(signsInByPassword)
  const asksCurrent = isRequired && !cameByMail
  const form = useForm({
    initial: EMPTY,
    check: (draft) => fieldTexts(t, newPasswordErrors(draft)),
    save: async ({ password, current }, { clear }) => {
      await changePassword(password, current).catch((error: unknown) => {
        if (isAboutCurrent(error)) setRequired(true)
        throw error
      })
      clear()
      toasts.show({ title: t('settings.password.changed'), tone: 'positive' })
    },
    explain: (error) => ({
      title: t('settings.password.failed'),
      text: userMessage(t, error, 'errors.tryAgain'),
    }),
    marksUnsaved: true,
  })

  return (
    <form {...form.props}>
      <Card
        title={t('settings.password.title')}
        lead={asksCurrent ? t('settings.password.lead') : t('settings.password.newLead')}
        footer={
          <SubmitButton form={form} size="sm">
            {t('settings.password.submit')}
          </SubmitButton>
        }
      >
        <div className="grid max-w-form gap-5">
          <FailureNotice failure={form.failure} />
          {/* Tells password managers which account the password belongs to. */}
          <input type="email" autoComplete="username" value={email} readOnly hidden />
          {asksCurrent && (
            <PasswordField
              {...form.field('current')}
              label={t('settings.password.current')}
              autoComplete="current-password"
              showText={t('auth.showPassword')}
              hideText={t('auth.hidePassword')}
            />
          )}
          <NewPasswordFields label={t('settings.password.new')} form={form} />
        </div>
      </Card>
    </form>
  )
}

/** Accounts of a provider may have set a password later; the server then asks for it. */
const signsInByPassword = () =>
  storedTokens()?.user?.app_metadata?.providers?.includes('email') ?? true

const isAboutCurrent = (error: unknown) => /^current_password_/.test(`${Object(error).code}`)
