import { Link } from 'react-router'
import { paths } from '#config/paths.ts'
import { TextLink } from '#features/auth/text-link.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { buttonLook } from '#ui/button-look.ts'
import { MailIcon } from '#ui/icons.tsx'
import { Message } from '#ui/message.tsx'
import { RoundSign } from '#ui/round-sign.tsx'

export function RegisterConfirmScreen() {
  const { t } = useTranslation()

  return (
    <Message
      picture={
        <RoundSign>
          <MailIcon className="size-8" />
        </RoundSign>
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
