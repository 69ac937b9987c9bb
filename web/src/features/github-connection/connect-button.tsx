import { Button } from '@app/ui/button.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { useConnectingFromHere } from './use-connecting.ts'

type Props = { variant?: 'primary' | 'secondary'; size?: 'sm' }

/** Navigates to GitHub immediately, and returns here after the app is installed too. */
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

/** For connected members who have not given the app any repositories. */
export function InstallButton({ variant = 'primary', ...rest }: Props) {
  const { t } = useTranslation()
  const { install, isInstalling } = useConnectingFromHere()

  return (
    <Button {...rest} variant={variant} onClick={install} isBusy={isInstalling}>
      {t('github.connection.install')}
    </Button>
  )
}
