import { LoadFailed } from '@app/ui/load-failed.tsx'
import { useEffect } from 'react'
import { type Location, Navigate, Outlet, useLocation, useNavigate } from 'react-router'
import { userMessage } from '#api/errors/user-message.ts'
import { withoutAuthAnswer } from '#api/session/auth-answer.ts'
import { useSession } from '#api/session/session.ts'
import { readSession } from '#api/sign-in/start-session.ts'
import { paths } from '#config/paths.ts'
import { PageSkeleton } from '#features/site/page-skeleton.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'

/** The URL that was requested before signing in. */
type Origin = { from: { pathname: string; search: string } }

/** A member is a user whose profile has a role. Until the session is known, only outlines are shown and nothing is decided. */
export function MembersOnly() {
  return <RoleGuard allows={(role) => role !== undefined} />
}

export function AdminsOnly() {
  return <RoleGuard allows={(role) => role === 'admin'} />
}

function RoleGuard({ allows }: { allows: (role: string | undefined) => boolean }) {
  const session = useSession()
  const location = useLocation()

  if (session.status === 'loading') return <PageSkeleton />
  if (session.status === 'failed') return <SessionFailed />
  if (session.status !== 'member') {
    return <Navigate to={paths.login} replace state={originOf(location)} />
  }
  if (!allows(session.profile?.role)) return <Navigate to={paths.unauthorized} replace />

  return <Outlet />
}

/** Guests see the page immediately, also while the session loads. Members are redirected to the URL they requested. */
export function GuestsOnly() {
  const session = useSession()
  const { state } = useLocation()
  useChosenPlan()

  if (session.status === 'failed') return <SessionFailed />
  if (session.status === 'member') return <Navigate to={destinationOf(state)} replace />

  return <Outlet />
}

/** A link clicked before the application starts can pass its target only in the URL. */
function useChosenPlan() {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const plan = new URLSearchParams(search).get('plan')

  useEffect(() => {
    if (!plan || state) return
    const from = { pathname: paths.upgrade, search: `?plan=${encodeURIComponent(plan)}` }
    void navigate(pathname, { replace: true, state: { from } satisfies Origin })
  }, [plan, pathname, state, navigate])
}

/** For guests, and for members if the location state contains a message. */
export function GuestsOrMessage() {
  const { state } = useLocation()
  const isTold = Boolean((state as { message?: string } | null)?.message)

  return isTold ? <Outlet /> : <GuestsOnly />
}

export function originOf(location: Location): Origin {
  return { from: { pathname: location.pathname, search: withoutAuthAnswer(location) } }
}

export function destinationOf(state: unknown): string {
  const { from } = (state ?? {}) as Partial<Origin>

  return from ? `${from.pathname}${from.search}` : paths.dashboard
}

/** Signed in, but the server is unreachable: neither the page nor the login would be correct. */
function SessionFailed() {
  const { t } = useTranslation()
  const session = useSession()
  const error = session.status === 'failed' ? session.error : null

  return (
    <div className="page-edge flex flex-1 flex-col justify-center py-20">
      <h1 className="sr-only">{t('session.failedTitle')}</h1>
      <LoadFailed
        title={t('session.failedTitle')}
        text={userMessage(t, error, 'errors.unreachable')}
        retryText={t('errorPage.tryAgain')}
        onRetry={readSession}
      />
    </div>
  )
}
