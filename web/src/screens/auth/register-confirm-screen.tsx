import { buttonClasses } from '@app/ui/button-classes.ts'
import { CheckIcon } from '@app/ui/icons.tsx'
import { Link, useLocation } from 'react-router'
import { guidePaths, paths } from '#config/paths.ts'
import { ConfirmCodeForm } from '#features/auth/confirm-code-form.tsx'
import { RegisteredAddressForm } from '#features/auth/registered-address-form.tsx'
import { ResendButton } from '#features/auth/resend-button.tsx'
import { Sentence } from '#features/auth/sentence.tsx'
import { TextLink } from '#features/auth/text-link.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'

export function RegisterConfirmScreen() {
  const { t } = useTranslation()
  // Pages that receive the address prefill it.
  const { state } = useLocation()
  const { email } = (state ?? {}) as { email?: string }

  return (
    <div className="contour-lines flex flex-1 flex-col items-center px-4 py-10 md:py-16">
      <div className="grid w-full max-w-form gap-8">
        <div className="grid justify-items-center text-center">
          <p className="flex items-center gap-2 text-sm font-medium text-positive">
            <CheckIcon className="size-5" />
            {t('registerConfirm.done')}
          </p>
          <h1 className="mt-3 text-title font-semibold">{t('registerConfirm.title')}</h1>
          <p className="mt-3 text-lg text-ink-soft">
            {email ? (
              <Sentence
                text={t('registerConfirm.sentTo')}
                parts={{ email: <strong className="wrap-anywhere text-ink">{email}</strong> }}
              />
            ) : (
              t('registerConfirm.lead')
            )}
          </p>
        </div>
        <div className="grid gap-5 self-start rounded-lg border border-line bg-surface p-6 shadow-float sm:p-8">
          {email ? <ConfirmCodeForm email={email} /> : <RegisteredAddressForm />}
          <p className="border-t border-line pt-5 text-center text-sm text-ink-soft">
            {t('registerConfirm.orLink')}
          </p>
          {email && <ResendButton email={email} />}
          <Link to={paths.login} state={state} className={buttonClasses('secondary')}>
            {t('registerConfirm.goToLogin')}
          </Link>
        </div>
        <OtherWays email={email} state={state} />
      </div>
    </div>
  )
}

/** For users whose mail does not arrive. */
function OtherWays({ email, state }: { email: string | undefined; state: unknown }) {
  const { t } = useTranslation()

  return (
    <section aria-labelledby="other-ways" className="text-sm text-ink-soft">
      <h2 id="other-ways" className="font-semibold text-ink">
        {t('registerConfirm.otherWays')}
      </h2>
      <ul className="mt-1 flex flex-wrap gap-x-6 *:py-1.5">
        {!email && (
          <li>
            <TextLink to={paths.resendConfirmation}>{t('registerConfirm.resend')}</TextLink>
          </li>
        )}
        <li>
          <TextLink to={`${guidePaths.troubleshooting}#email`}>
            {t('registerConfirm.noMail')}
          </TextLink>
        </li>
        {email && (
          <li>
            <TextLink to={paths.register} state={state}>
              {t('registerConfirm.wrongAddress')}
            </TextLink>
          </li>
        )}
        {/* Shown to everybody: only the mail reveals whether the address was registered. */}
        <li className="w-full">
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
        </li>
      </ul>
    </section>
  )
}
