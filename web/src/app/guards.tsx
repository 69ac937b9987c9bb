import { useEffect } from 'react'
import { type Location, Navigate, Outlet, useLocation, useNavigate } from 'react-router'
import { withoutAuthAnswer } from '#api/session/auth-answer.ts'
import { useSession } from '#api/session/session.ts'
import { paths } from '#config/paths.ts'
import { PageSkeleton } from '#features/site/page-skeleton.tsx'
import { SessionFailed } from './session-failed.tsx'

/** The address that was asked for before signing in. */
type Origin = { from: { pathname: string; search: string } }

/** A profile with a role makes a member. Nothing but outlines is shown, and nothing decided, before it is known. */
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

/** Guests see the page at once, also while the session loads. Members are sent on to the address they asked for. */
export function GuestsOnly() {
  const session = useSession()
  const { state } = useLocation()
  useChosenPlan()

  if (session.status === 'failed') return <SessionFailed />
  if (session.status === 'member') return <Navigate to={destinationOf(state)} replace />

  return <Outlet />
}

/** A link followed before the application has started can pass its target only in its address. */
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

/** For guests too, but whoever is sent here with something to read may read it. */
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
