import { FailureNotice } from '@app/ui/failure-notice.tsx'
import { SubmitButton } from '@app/ui/submit-button.tsx'
import { TextField } from '@app/ui/text-field.tsx'
import { useForm } from '@app/ui/use-form.ts'
import { userMessage } from '#api/errors/user-message.ts'
import { confirmByCode } from '#api/sign-in/registration.ts'
import { fieldTexts } from '#i18n/field-texts.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

const CODE = /^\d{6}$/

/** The six digits of the confirmation mail, for readers on another device. It signs in. */
export function ConfirmCodeForm({ email }: { email: string }) {
  const { t } = useTranslation()
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) =>
      fieldTexts(t, { code: CODE.test(digitsOf(code)) ? null : 'registerConfirm.codeError' }),
    save: async ({ code }, { stayBusy }) => {
      await confirmByCode(email, digitsOf(code))
      // The guard of this page redirects to the dashboard.
      stayBusy()
    },
    // The server has one code for a wrong, an old and an unknown code.
    explain: (error) =>
      (error as { code?: unknown } | null)?.code === 'otp_expired'
        ? { fields: { code: t('registerConfirm.codeWrong') } }
        : { text: userMessage(t, error, 'errors.tryAgain') },
  })

  return (
    <form {...form.props} className="grid gap-4 text-left">
      <FailureNotice failure={form.failure} />
      <TextField
        {...form.field('code')}
        label={t('registerConfirm.code')}
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
