import { Button } from '@app/ui/button.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { PasswordField } from '@app/ui/password-field.tsx'
import { TextField } from '@app/ui/text-field.tsx'
import { TwoStepForm } from '@app/ui/two-step-form.tsx'
import { useFocusOnComplaint } from '@app/ui/use-focus-on-complaint.ts'
import { useEnding } from '#api/ended-session.ts'
import { paths } from '#config/paths.ts'
import { ENDING_TEXTS } from '#i18n/ending-texts.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { LoginFailure } from './login-failure.tsx'
import { SocialButtons } from './social-buttons.tsx'
import { TextLink } from './text-link.tsx'
import { useKnownEmail } from './use-known-email.ts'
import { useLogin } from './use-login.ts'

export function LoginForm() {
  const { t } = useTranslation()
  const { email, complaints, failure, running, checkEmail, submit, goThrough } = useLogin()
  const knownEmail = useKnownEmail()
  const ending = useEnding()
  const form = useFocusOnComplaint(complaints ?? failure?.error)

  return (
    <div ref={form} className="grid gap-5">
      {ending && !failure && <Notice tone="plain">{t(ENDING_TEXTS[ending])}</Notice>}
      <SocialButtons label="auth.loginWith" running={running} onChoose={goThrough} />
      {failure && <LoginFailure {...failure} />}
      <TwoStepForm
        onContinue={checkEmail}
        onSubmit={submit}
        first={
          <TextField
            label={t('auth.email')}
            name="email"
            type="email"
            inputMode="email"
            autoComplete="username"
            defaultValue={knownEmail}
            error={complaints?.email}
            disabled={running !== null}
            required
          />
        }
        second={
          <PasswordField
            label={t('auth.password')}
            name="password"
            autoComplete="current-password"
            showText={t('auth.showPassword')}
            hideText={t('auth.hidePassword')}
            error={complaints?.password}
            disabled={running !== null}
            data-focus-after-failure
            required
          />
        }
        buttons={{
          first: (
            <Button type="submit" disabled={running !== null}>
              {t('auth.continue')}
            </Button>
          ),
          second: (
            <Button type="submit" isBusy={running !== null}>
              {t('login.submit')}
            </Button>
          ),
        }}
      />
      <p className="text-center text-sm">
        <TextLink to={paths.forgotPassword} state={{ email: email || knownEmail }}>
          {t('login.forgotPassword')}
        </TextLink>
      </p>
    </div>
  )
}
