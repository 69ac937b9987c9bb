import { buttonClasses } from '@app/ui/button-classes.ts'
import { CheckIcon, WarningIcon } from '@app/ui/icons.tsx'
import { Spinner } from '@app/ui/spinner.tsx'
import { toasts } from '@app/ui/toaster.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { forgetGithub } from '#api/github/connection.ts'
import { useSession } from '#api/session/session.ts'
import { paths } from '#config/paths.ts'
import {
  type CallbackFailure,
  callbackMessage,
} from '#features/github-connection/callback-failure.ts'
import { finishConnection } from '#features/github-connection/finish-connection.ts'
import { HelpLink } from '#i18n/help-link.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { useDeparture } from './use-departure.ts'
import { WaitingFrame } from './waiting-frame.tsx'

/** GitHub's redirect target after authorization. Public, so that members without a session see an explanation. */
export function CallbackScreen() {
  const { t } = useTranslation()
  const outcome = useOutcome()
  const isDone = outcome === 'success'
  const state = outcome && (isDone ? 'success' : 'error')
  useDeparture(state, `${paths.github}&${isDone ? 'connected=true' : 'error=auth_failed'}`)

  if (!outcome) {
    return (
      <WaitingFrame
        sign={<Spinner className="size-7" />}
        title={t('githubCallback.connecting')}
        lead={t('githubCallback.wait')}
      />
    )
  }
  if (isDone) {
    return (
      <WaitingFrame
        sign={<CheckIcon className="size-7" />}
        title={t('githubCallback.connected')}
        lead={t('githubCallback.redirecting')}
      />
    )
  }

  return (
    <WaitingFrame
      sign={<WarningIcon className="size-7" />}
      title={t('githubCallback.connectionFailed')}
      lead={callbackMessage(t, outcome)}
      actions={
        <>
          <Link to={paths.github} replace className={buttonClasses('primary')}>
            {t('githubCallback.tryAgain')}
          </Link>
          <HelpLink place="code-expired" />
        </>
      }
    />
  )
}

/** Null while it is pending. A failure is shown here and in a toast, as specified. */
function useOutcome(): 'success' | CallbackFailure | null {
  const { t } = useTranslation()
  const { search } = useLocation()
  const { status } = useSession()
  const client = useQueryClient()
  const [outcome, setOutcome] = useState<'success' | CallbackFailure | null>(null)

  useEffect(() => {
    if (status === 'loading') return
    let isGone = false
    finishConnection(search, status).then(
      () => {
        forgetGithub(client)
        if (!isGone) setOutcome('success')
      },
      (failure: CallbackFailure) => {
        if (!isGone) setOutcome(failure)
      },
    )
    return () => {
      isGone = true
    }
  }, [search, status, client])

  useEffect(() => {
    if (!outcome || outcome === 'success') return
    toasts.show({
      title: t('githubCallback.connectionFailed'),
      text: callbackMessage(t, outcome),
      tone: 'danger',
    })
  }, [outcome, t])

  return outcome
}
