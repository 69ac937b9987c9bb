import { toasts } from '@app/ui/toaster.tsx'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { userMessage } from '#api/errors/user-message.ts'
import { isHalfConfirmed } from '#api/session/auth-answer.ts'
import { answerErrorStore, useAnswerError, useSession } from '#api/session/session.ts'
import { paths } from '#config/paths.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { originOf } from './guards.tsx'

/** A provider or link answered with an error: shown to visitors on the login page, to members on the current one. */
export function useAnswerInAddress(): void {
  const { t } = useTranslation()
  const { status } = useSession()
  const error = useAnswerError()
  const location = useLocation()
  const navigate = useNavigate()

  useEffect(() => {
    if (!isHalfConfirmed(window.location)) return
    const { pathname, search } = window.location

    history.replaceState(history.state, '', pathname + search)
    toasts.show({ title: t('common.halfConfirmed'), text: t('common.halfConfirmedText') })
  }, [t])

  useEffect(() => {
    if (!error || status === 'loading') return

    if (status === 'member') {
      answerErrorStore.set(null)
      const text = userMessage(t, error, 'errors.authentication')
      toasts.show({ title: t('common.error'), text, tone: 'danger' })
    } else if (location.pathname !== paths.login) {
      void navigate(paths.login, { replace: true, state: stateFor(location) })
    }
  }, [error, status, location, navigate, t])
}

const stateFor = (location: ReturnType<typeof useLocation>) =>
  location.pathname === paths.home ? null : originOf(location)
