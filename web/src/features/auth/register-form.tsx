import { Button } from '@app/ui/button.tsx'
import { TextField } from '@app/ui/text-field.tsx'
import { TwoStepForm } from '@app/ui/two-step-form.tsx'
import { useFocusOnComplaint } from '@app/ui/use-focus-on-complaint.ts'
import { paths } from '#config/paths.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { RegisterFailure } from './register-failure.tsx'
import { Sentence } from './sentence.tsx'
import { SocialButtons } from './social-buttons.tsx'
import { TextLink } from './text-link.tsx'
import { useRegister } from './use-register.ts'

export function RegisterForm() {
  const { t } = useTranslation()
  const { complaints, failure, running, checkPerson, submit, goThrough } = useRegister()
  const form = useFocusOnComplaint(complaints ?? failure)
  const isBusy = running !== null

  return (
    <div ref={form} className="grid gap-5">
      <SocialButtons label="auth.registerWith" running={running} onChoose={goThrough} />
      {failure && <RegisterFailure failure={failure} />}
      <TwoStepForm
        onContinue={checkPerson}
        onSubmit={submit}
        first={
          <>
            <TextField
              label={t('register.fullName')}
              name="displayName"
              autoComplete="name"
              maxLength={200}
              error={complaints?.displayName}
              disabled={isBusy}
              required
            />
            <TextField
              label={t('auth.email')}
              name="email"
              type="email"
              inputMode="email"
              autoComplete="username"
              error={complaints?.email}
              disabled={isBusy}
              required
            />
          </>
        }
        second={
          <NewPasswordFields label={t('auth.password')} complaints={complaints} isBusy={isBusy} />
        }
        buttons={{
          first: (
            <Button type="submit" disabled={isBusy}>
              {t('auth.continue')}
            </Button>
          ),
          second: (
            <Button type="submit" isBusy={isBusy}>
              {t('register.submit')}
            </Button>
          ),
        }}
      />
      <p className="text-center text-sm text-ink-soft">
        <Sentence
          text={t('register.consent')}
          parts={{
            terms: <TextLink to={paths.termsOfUse}>{t('register.terms')}</TextLink>,
            privacy: <TextLink to={paths.privacyPolicy}>{t('register.privacy')}</TextLink>,
          }}
        />
      </p>
    </div>
  )
}
