import { Button } from '@app/ui/button.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { useConnectingFromHere } from './use-connecting.ts'

type Props = { variant?: 'primary' | 'secondary'; size?: 'sm' }

/** Leaves for GitHub at once, from wherever it is, and comes back here when the app is installed too. */
export function ConnectButton({ variant = 'primary', ...rest }: Props) {
  const { t } = useTranslation()
  const { connect, isConnecting } = useConnectingFromHere()

  return (
    <Button
      {...rest}
      variant={variant}
      onClick={connect}
      isBusy={isConnecting}
      busyText={t('github.connection.connecting')}
    >
      {t('github.connection.connect')}
    </Button>
  )
}

/** For members who are connected, but have given the app no repositories yet. */
export function InstallButton({ variant = 'primary', ...rest }: Props) {
  const { t } = useTranslation()
  const { install, isInstalling } = useConnectingFromHere()

  return (
    <Button {...rest} variant={variant} onClick={install} isBusy={isInstalling}>
      {t('github.connection.install')}
    </Button>
  )
}
