import { Link } from 'react-router'
import { paths } from '#config/paths.ts'
import { TextLink } from '#features/auth/text-link.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { buttonLook } from '#ui/button-look.ts'
import { MailIcon } from '#ui/icons.tsx'
import { Message } from '#ui/message.tsx'

export function RegisterConfirmScreen() {
  const { t } = useTranslation()

  return (
    <Message
      picture={
        <span className="mb-8 grid size-16 place-items-center rounded-full bg-accent-tint text-accent">
          <MailIcon className="size-8" />
        </span>
      }
      title={t('registerConfirm.title')}
      lead={t('registerConfirm.lead')}
      actions={
        <div className="grid justify-items-center gap-4">
          <Link to={paths.login} className={buttonLook('primary')}>
            {t('registerConfirm.goToLogin')}
          </Link>
          <TextLink to={paths.resendConfirmation}>{t('registerConfirm.resend')}</TextLink>
        </div>
      }
    />
  )
}
