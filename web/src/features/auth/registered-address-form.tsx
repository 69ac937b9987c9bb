import { useForm } from '@app/ui/use-form.ts'
import { useNavigate } from 'react-router'
import { paths } from '#config/paths.ts'
import { fieldTexts } from '#i18n/field-texts.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { EmailForm } from './email-form.tsx'
import { emailError } from './rules.ts'

/** For a page that was opened without the address, in another tab for example. The code belongs to one address. */
export function RegisteredAddressForm() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const form = useForm({
    initial: { email: '' },
    check: ({ email }) => fieldTexts(t, { email: emailError(email) }),
    save: async ({ email }) => {
      await navigate(paths.registerConfirm, { replace: true, state: { email: email.trim() } })
    },
  })

  return (
    <EmailForm
      form={form}
      submitText={t('registerConfirm.enterCode')}
      outcome={<p className="text-sm text-ink-soft">{t('registerConfirm.addressHint')}</p>}
    />
  )
}
