import { Button } from '@app/ui/button.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { PasswordField } from '@app/ui/password-field.tsx'
import { TextField } from '@app/ui/text-field.tsx'
import { TwoStepForm } from '@app/ui/two-step-form.tsx'
import { userMessage } from '#api/errors/user-message.ts'
import { useEnding } from '#api/session/ended-session.ts'
import { paths } from '#config/paths.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { ENDING_TEXTS } from '#i18n/ending-texts.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { SocialButtons } from './social-buttons.tsx'
import { TextLink } from './text-link.tsx'
import { type Failure, useLogin } from './use-login.ts'

export function LoginForm() {
  const { t } = useTranslation()
  const { form, failure, running, company, ...login } = useLogin()
  const { passkeys } = usePublicConfig()
  const ending = useEnding()

  return (
    <div className="grid gap-5">
      {ending && !failure && <Notice tone="plain">{t(ENDING_TEXTS[ending])}</Notice>}
      <SocialButtons label="auth.loginWith" running={running} onChoose={login.goThrough} />
      {failure && <LoginFailure {...failure} />}
      <TwoStepForm
        form={form}
        first={
          <TextField
            {...form.field('email')}
            label={t('auth.email')}
            type="email"
            inputMode="email"
            autoComplete={passkeys ? 'username webauthn' : 'username'}
            onBlur={login.findCompany}
            required
          />
        }
        second={
          <>
            {company && (
              <Button
                variant="secondary"
                isBusy={running === 'company'}
                disabled={running !== null}
                onClick={login.goToCompany}
                data-first
              >
                <span className="min-w-0 break-words">{t('login.company', { company })}</span>
              </Button>
            )}
            <PasswordField
              {...form.field('password')}
              label={t('auth.password')}
              autoComplete="current-password"
              showText={t('auth.showPassword')}
              hideText={t('auth.hidePassword')}
              data-focus-after-failure
              required
            />
          </>
        }
        continueText={t('auth.continue')}
        submitText={t('login.submit')}
      />
      {passkeys && (
        <Button
          variant="secondary"
          isBusy={running === 'passkey'}
          disabled={running !== null}
          busyText={t('login.passkeyBusy')}
          onClick={login.openPasskey}
        >
          {t('login.passkey')}
        </Button>
      )}
      <p className="text-center text-sm">
        <TextLink to={paths.forgotPassword} state={{ email: form.draft.email.trim() }}>
          {t('login.forgotPassword')}
        </TextLink>
      </p>
    </div>
  )
}

function LoginFailure({ error, provider, email }: Failure) {
  const { t } = useTranslation()

  return (
    <Notice tone="danger">
      <p className="font-semibold">{t('login.failed')}</p>
      <p>
        {provider
          ? userMessage(t, error, 'errors.providerFailed', { provider })
          : userMessage(t, error, 'errors.loginFailed')}
      </p>
      {isUnconfirmed(error) && (
        <p className="mt-2">
          <TextLink to={paths.resendConfirmation} state={{ email }}>
            {t('login.resendConfirmation')}
          </TextLink>
        </p>
      )}
    </Notice>
  )
}

/** Specification, section 2: detected by its text; newer servers also send a code. */
function isUnconfirmed(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: string; message?: string }

  return code === 'email_not_confirmed' || message === 'Email not confirmed'
}
