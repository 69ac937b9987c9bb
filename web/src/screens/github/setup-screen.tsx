import { useEffect } from 'react'
import { Link, useSearchParams } from 'react-router'
import { paths } from '#config/paths.ts'
import {
  forgetReturnUrl,
  rememberInstallation,
  returnUrl,
} from '#features/github-connection/connection-memory.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { buttonLook } from '#ui/button-look.ts'
import { CheckIcon, WarningIcon } from '#ui/icons.tsx'
import { toasts } from '#ui/toaster.tsx'
import { useDeparture } from './use-departure.ts'
import { WaitingFrame } from './waiting-frame.tsx'

/** Where GitHub sends whoever has installed the app. The id is only noted here: the server asks GitHub whose it is. */
export function SetupScreen() {
  const { t } = useTranslation()
  const [parameters] = useSearchParams()
  const installationId = parameters.get('installation_id')

  return installationId ? (
    <Installed installationId={installationId} />
  ) : (
    <NotInstalled text={t('githubSetup.noInstallationId')} />
  )
}

function Installed({ installationId }: { installationId: string }) {
  const { t } = useTranslation()
  useDeparture('success', ownPath(returnUrl()) ?? paths.github, forgetReturnUrl)

  useEffect(() => rememberInstallation(installationId, Date.now()), [installationId])

  return (
    <WaitingFrame
      sign={<CheckIcon className="size-7" />}
      title={t('githubSetup.installed')}
      lead={t('githubSetup.redirecting')}
    />
  )
}

function NotInstalled({ text }: { text: string }) {
  const { t } = useTranslation()
  const title = t('githubSetup.error')
  useDeparture('error', `${paths.github}&error=setup_failed`)

  useEffect(() => {
    toasts.show({ title, text, tone: 'danger' })
  }, [title, text])

  return (
    <WaitingFrame
      sign={<WarningIcon className="size-7" />}
      title={title}
      lead={text}
      actions={
        <Link to={paths.github} replace className={buttonLook('primary')}>
          {t('githubSetup.returnToSettings')}
        </Link>
      }
    />
  )
}

/** The tab's memory can be written by anything that runs in it: only a path of ours is followed. */
function ownPath(address: string | null): string | null {
  if (!address || !URL.canParse(address, location.origin)) return null
  const { origin, pathname, search } = new URL(address, location.origin)

  return origin === location.origin ? pathname + search : null
}
