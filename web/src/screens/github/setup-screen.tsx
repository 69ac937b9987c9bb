import { Button } from '@app/ui/button.tsx'
import { buttonClasses } from '@app/ui/button-classes.ts'
import { CheckIcon, InfoIcon, WarningIcon } from '@app/ui/icons.tsx'
import { Spinner } from '@app/ui/spinner.tsx'
import { toasts } from '@app/ui/toaster.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { githubMessage } from '#api/github/github-message.ts'
import { paths } from '#config/paths.ts'
import { forgetReturnUrl, returnUrl } from '#features/github-connection/connection-memory.ts'
import {
  finishInstallation,
  type InstallationOutcome,
} from '#features/github-connection/finish-installation.ts'
import { useConnecting } from '#features/github-connection/use-connecting.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { useDeparture } from './use-departure.ts'
import { WaitingFrame } from './waiting-frame.tsx'

/** GitHub's redirect target after installing the app, or requesting it from an owner. */
export function SetupScreen() {
  const { t } = useTranslation()
  const [parameters] = useSearchParams()
  const installationId = parameters.get('installation_id')

  if (parameters.get('setup_action') === 'request') return <Requested />
  if (!installationId) return <NotInstalled text={t('githubSetup.noInstallationId')} />

  return <Installation id={installationId} />
}

/** The id in the URL proves nothing: GitHub must confirm the installation. */
function Installation({ id }: { id: string }) {
  const { t } = useTranslation()
  const outcome = useOutcome(id)

  if (outcome === 'pending') return <Confirming />
  if (outcome === 'confirmed') return <Installed />
  if (outcome === 'not-connected') return <NotConnected />
  return <NotInstalled text={githubMessage(t, outcome)} />
}

type Outcome = 'pending' | InstallationOutcome | Error

function useOutcome(id: string): Outcome {
  const client = useQueryClient()
  const [outcome, setOutcome] = useState<Outcome>('pending')

  useEffect(() => {
    let isGone = false
    finishInstallation(client, id).then(
      (ended) => {
        if (!isGone) setOutcome(ended)
      },
      (error: Error) => {
        if (!isGone) setOutcome(error)
      },
    )
    return () => {
      isGone = true
    }
  }, [client, id])

  return outcome
}

function Confirming() {
  const { t } = useTranslation()

  return (
    <WaitingFrame
      sign={<Spinner className="size-7" />}
      title={t('githubSetup.confirming')}
      lead={t('githubSetup.confirmingText')}
    />
  )
}

function Installed() {
  const { t } = useTranslation()
  useDeparture('success', ownPath(returnUrl()) ?? paths.github, forgetReturnUrl)

  return (
    <WaitingFrame
      sign={<CheckIcon className="size-7" />}
      title={t('githubSetup.installed')}
      lead={t('githubSetup.redirecting')}
    />
  )
}

/** The visitor came directly from GitHub. Only they may decide to connect; the callback then passes the id on. */
function NotConnected() {
  const { t } = useTranslation()
  const { connect, isConnecting, failure } = useConnecting(paths.github)

  return (
    <WaitingFrame
      sign={<InfoIcon className="size-7" />}
      title={t('githubSetup.oneMoreStep')}
      lead={failure ? githubMessage(t, failure) : t('githubSetup.oneMoreStepText')}
      actions={
        <Button
          onClick={connect}
          isBusy={isConnecting}
          busyText={t('github.connection.connecting')}
        >
          {t('github.connection.connect')}
        </Button>
      }
    />
  )
}

/** Does not wait, because an owner may take days. */
function Requested() {
  const { t } = useTranslation()

  return (
    <WaitingFrame
      sign={<InfoIcon className="size-7" />}
      title={t('githubSetup.requested')}
      lead={t('githubSetup.requestedText')}
      actions={<ReturnLink>{t('githubSetup.returnToSettings')}</ReturnLink>}
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
      actions={<ReturnLink>{t('githubSetup.returnToSettings')}</ReturnLink>}
    />
  )
}

function ReturnLink({ children }: { children: ReactNode }) {
  return (
    <Link to={paths.github} replace className={buttonClasses('primary')}>
      {children}
    </Link>
  )
}

/** Any script can write the tab's storage, so only a path on our site is used. */
function ownPath(address: string | null): string | null {
  if (!address || !URL.canParse(address, location.origin)) return null
  const { origin, pathname, search } = new URL(address, location.origin)

  return origin === location.origin ? pathname + search : null
}
