import { buttonClasses } from '@app/ui/button-classes.ts'
import { IconCircle } from '@app/ui/icon-circle.tsx'
import { MailIcon } from '@app/ui/icons.tsx'
import { PageMessage } from '@app/ui/page-message.tsx'
import { Link, useLocation } from 'react-router'
import { paths } from '#config/paths.ts'
import { Sentence } from '#features/auth/sentence.tsx'
import { TextLink } from '#features/auth/text-link.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'

export function RegisterConfirmScreen() {
  const { t } = useTranslation()
  // Where the address goes on to, it is filled in.
  const { state } = useLocation()

  return (
    <PageMessage
      picture={
        <IconCircle>
          <MailIcon className="size-8" />
        </IconCircle>
      }
      title={t('registerConfirm.title')}
      lead={t('registerConfirm.lead')}
      actions={
        <div className="grid justify-items-center gap-4">
          <Link to={paths.login} state={state} className={buttonClasses('primary')}>
            {t('registerConfirm.goToLogin')}
          </Link>
          <TextLink to={paths.resendConfirmation} state={state}>
            {t('registerConfirm.resend')}
          </TextLink>
          {/* Said to everybody: whether the address was known before shows only in the mail. */}
          <p className="max-w-prose text-sm text-ink-soft">
            <Sentence
              text={t('registerConfirm.haveAccount')}
              parts={{
                login: (
                  <TextLink to={paths.login} state={state}>
                    {t('registerConfirm.login')}
                  </TextLink>
                ),
                reset: (
                  <TextLink to={paths.forgotPassword} state={state}>
                    {t('registerConfirm.resetPassword')}
                  </TextLink>
                ),
              }}
            />
          </p>
        </div>
      }
    />
  )
}
