import { Notice } from '@app/ui/notice.tsx'
import { userMessage } from '#api/errors/user-message.ts'
import { paths } from '#config/paths.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { TextLink } from './text-link.tsx'
import type { Failure } from './use-login.ts'

export function LoginFailure({ error, provider, email }: Failure) {
  const { t } = useTranslation()

  return (
    <Notice tone="danger">
      <p className="font-semibold">{t('login.failed')}</p>
      <p>
        {provider
          ? userMessage(t, error, 'errors.providerFailed', { provider })
          : userMessage(t, error, 'errors.loginFailed')}
      </p>
      {isUnconfirmed(error) && (
        <p className="mt-2">
          <TextLink to={paths.resendConfirmation} state={{ email }}>
            {t('login.resendConfirmation')}
          </TextLink>
        </p>
      )}
    </Notice>
  )
}

/** Specification, section 2: known by its words; newer servers also give it a code. */
function isUnconfirmed(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: string; message?: string }

  return code === 'email_not_confirmed' || message === 'Email not confirmed'
}
