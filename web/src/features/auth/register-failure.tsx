import { Notice } from '@app/ui/notice.tsx'
import { PROVIDER_NAMES, type Provider } from '#api/sign-in.ts'
import { userMessage } from '#api/user-message.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

type Props = { failure: { name: Provider | 'email'; error: unknown } }

export function RegisterFailure({ failure: { name, error } }: Props) {
  const { t } = useTranslation()

  return (
    <Notice tone="danger">
      {name === 'email'
        ? userMessage(t, error, 'errors.registerFailed')
        : userMessage(t, error, 'errors.providerFailed', { provider: PROVIDER_NAMES[name] })}
    </Notice>
  )
}
