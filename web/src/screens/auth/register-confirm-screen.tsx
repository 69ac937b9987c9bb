import { buttonClasses } from '@app/ui/button-classes.ts'
import { IconCircle } from '@app/ui/icon-circle.tsx'
import { MailIcon } from '@app/ui/icons.tsx'
import { PageMessage } from '@app/ui/page-message.tsx'
import { Link, useLocation } from 'react-router'
import { guidePaths, paths } from '#config/paths.ts'
import { ConfirmCodeForm } from '#features/auth/confirm-code-form.tsx'
import { ResendButton } from '#features/auth/resend-button.tsx'
import { Sentence } from '#features/auth/sentence.tsx'
import { TextLink } from '#features/auth/text-link.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'

export function RegisterConfirmScreen() {
  const { t } = useTranslation()
  // Where the address goes on to, it is filled in.
  const { state } = useLocation()
  const { email } = (state ?? {}) as { email?: string }

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
        <div className="grid w-full max-w-sm justify-items-stretch gap-4 text-center">
          {email && (
            <>
              <p className="text-ink-soft">
                <Sentence
                  text={t('registerConfirm.sentTo')}
                  parts={{ email: <strong className="break-all text-ink">{email}</strong> }}
                />
              </p>
              <ConfirmCodeForm email={email} />
            </>
          )}
          <Link
            to={paths.login}
            state={state}
            className={buttonClasses(email ? 'secondary' : 'primary')}
          >
            {t('registerConfirm.goToLogin')}
          </Link>
          {email ? (
            <ResendButton email={email} />
          ) : (
            <TextLink to={paths.resendConfirmation}>{t('registerConfirm.resend')}</TextLink>
          )}
          {email && (
            <TextLink to={paths.register} state={state}>
              {t('registerConfirm.wrongAddress')}
            </TextLink>
          )}
          <TextLink to={`${guidePaths.troubleshooting}#email`}>
            {t('registerConfirm.noMail')}
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
