import { Button } from '@app/ui/button.tsx'
import { toasts } from '@app/ui/toaster.tsx'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { githubMessage } from '#api/github/github-message.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { useConnecting } from './use-connecting.ts'

type Props = { variant?: 'primary' | 'secondary'; size?: 'sm' }

/** Leaves for GitHub at once, from wherever it is, and comes back here when the app is installed too. */
export function ConnectButton({ variant = 'primary', ...rest }: Props) {
  const { t } = useTranslation()
  const { connect, isConnecting, failure } = useConnectingFromHere()
  useFailureToast(failure)

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
  const { install, isInstalling, failure } = useConnectingFromHere()
  useFailureToast(failure)

  return (
    <Button {...rest} variant={variant} onClick={install} isBusy={isInstalling}>
      {t('github.connection.install')}
    </Button>
  )
}

function useConnectingFromHere() {
  const { pathname, search } = useLocation()

  return useConnecting(`${pathname}${search}`)
}

function useFailureToast(failure: unknown) {
  const { t } = useTranslation()

  useEffect(() => {
    if (!failure) return
    const title = t('github.connection.connectFailed')
    toasts.show({ subject: 'github', title, text: githubMessage(t, failure), tone: 'danger' })
  }, [failure, t])
}
