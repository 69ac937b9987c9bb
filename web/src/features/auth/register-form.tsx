import { FailureNotice } from '@app/ui/failure-notice.tsx'
import { TextField } from '@app/ui/text-field.tsx'
import { TwoStepForm } from '@app/ui/two-step-form.tsx'
import { paths } from '#config/paths.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { Sentence } from './sentence.tsx'
import { SocialButtons } from './social-buttons.tsx'
import { TextLink } from './text-link.tsx'
import { useRegister } from './use-register.ts'

export function RegisterForm() {
  const { t } = useTranslation()
  const { form, running, goThrough } = useRegister()

  return (
    <div className="grid gap-5">
      <SocialButtons label="auth.registerWith" running={running} onChoose={goThrough} />
      <FailureNotice failure={form.failure} />
      <TwoStepForm
        form={form}
        first={
          <>
            <TextField
              {...form.field('displayName')}
              label={t('register.fullName')}
              autoComplete="name"
              maxLength={200}
              required
            />
            <TextField
              {...form.field('email')}
              label={t('auth.email')}
              type="email"
              inputMode="email"
              autoComplete="username"
              required
            />
          </>
        }
        second={<NewPasswordFields label={t('auth.password')} form={form} />}
        continueText={t('auth.continue')}
        submitText={t('register.submit')}
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
