import { FailureNotice } from '@app/ui/failure-notice.tsx'
import { SubmitButton } from '@app/ui/submit-button.tsx'
import { TextField } from '@app/ui/text-field.tsx'
import { useForm } from '@app/ui/use-form.ts'
import { userMessage } from '#api/errors/user-message.ts'
import { confirmByCode } from '#api/sign-in/registration.ts'
import { fieldTexts } from '#i18n/field-texts.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

const CODE = /^\d{6}$/

/** The six digits of the confirmation email, for those who read it on another device. Signs in. */
export function ConfirmCodeForm({ email }: { email: string }) {
  const { t } = useTranslation()
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) =>
      fieldTexts(t, { code: CODE.test(digitsOf(code)) ? null : 'registerConfirm.codeError' }),
    save: async ({ code }, { stayBusy }) => {
      await confirmByCode(email, digitsOf(code))
      // The guard of this page leads on to the dashboard.
      stayBusy()
    },
    explain: (error) => ({ text: userMessage(t, error, 'errors.wrongCode') }),
  })

  return (
    <form {...form.props} className="grid gap-4 text-left">
      <FailureNotice failure={form.failure} />
      <TextField
        {...form.field('code')}
        label={t('registerConfirm.code')}
        hint={t('registerConfirm.codeHint')}
        inputMode="numeric"
        autoComplete="one-time-code"
        data-focus-after-failure
        required
      />
      <SubmitButton form={form}>{t('registerConfirm.confirm')}</SubmitButton>
    </form>
  )
}

const digitsOf = (code: string) => code.replaceAll(/\s/g, '')
