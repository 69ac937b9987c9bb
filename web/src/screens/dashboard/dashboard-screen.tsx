import { Card } from '@app/ui/card.tsx'
import { PageHeader } from '@app/ui/page-header.tsx'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { UnsizedPlaceholder } from '@app/ui/unsized-placeholder.tsx'
import { WhenNearViewport } from '@app/ui/when-near-viewport.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { recentCommitsQuery } from '#api/github/github-queries.ts'
import { useProblems } from '#api/github/use-problems.ts'
import { MEMBER_TOPIC, useLive } from '#api/live/topics.ts'
import { recentProjectsQuery } from '#api/projects/recent-projects.ts'
import { useMember } from '#api/session/session.ts'
import { useConnection } from '#features/github-connection/use-connection.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { loadNamespaces } from '#i18n/messages.ts'
import { onDemandInPlace } from '#on-demand/in-place.tsx'
import { Figures, StatisticsAlone } from './figures.tsx'
import { HelpCard } from './help-card.tsx'
import { ProjectsCard } from './projects-card.tsx'
import { isRefreshDue } from './refresh-rule.ts'

const PLACE = <div className="min-h-screen" />

const BelowTheFold = onDemandInPlace(async () => {
  const [below] = await Promise.all([import('./below-the-fold.tsx'), loadNamespaces(['billing'])])
  return below.BelowTheFold
}, PLACE)

const FirstSteps = onDemandInPlace(
  async () => {
    const [steps] = await Promise.all([import('./first-steps.tsx'), loadNamespaces(['firstSteps'])])
    return steps.FirstSteps
  },
  <Card>
    <Skeleton className="h-80 w-full" />
  </Card>,
)

export function DashboardScreen() {
  const { t } = useTranslation()
  const { profile } = useMember()
  const name = profile?.display_name || t('header.user')
  const recent = useQuery(recentProjectsQuery)
  useLive(MEMBER_TOPIC)
  // Asked at once: the list waits for it, and the page's early requests are read whatever is shown.
  useProblems(useConnection())

  return (
    <div className="page-edge reveal-in-order grid gap-6 py-10 md:py-12">
      <PageHeader title={t('dashboard.greeting', { name })} />
      {recent.isPending ? (
        <UnsizedPlaceholder>
          <Skeleton className="h-40 w-full rounded-lg" />
        </UnsizedPlaceholder>
      ) : recent.data?.length === 0 ? (
        <Newcomer />
      ) : (
        <Overview />
      )}
    </div>
  )
}

/** One guide instead of empty cards. */
function Newcomer() {
  return (
    <>
      <div className="grid gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <FirstSteps />
        <div className="grid content-start gap-6">
          <HelpCard />
        </div>
      </div>
      <StatisticsAlone />
    </>
  )
}

function Overview() {
  useRefreshWhenBack()

  return (
    <>
      <Figures />
      <ProjectsCard />
      <WhenNearViewport placeholder={PLACE}>
        <BelowTheFold />
      </WhenNearViewport>
    </>
  )
}

/** Specification, section 4: only these two are refetched when the tab becomes visible. */
const REFRESHED = [recentCommitsQuery.queryKey, recentProjectsQuery.queryKey]

function useRefreshWhenBack(): void {
  const client = useQueryClient()

  useEffect(() => {
    let hiddenSince = Number.POSITIVE_INFINITY
    document.addEventListener('visibilitychange', changed)
    return () => document.removeEventListener('visibilitychange', changed)

    function changed() {
      const now = Date.now()
      if (document.visibilityState === 'hidden') {
        hiddenSince = now
        return
      }
      for (const queryKey of REFRESHED) {
        const ageMs = now - (client.getQueryState(queryKey)?.dataUpdatedAt ?? now)
        const isDue = isRefreshDue({ hiddenMs: now - hiddenSince, ageMs })
        if (isDue) void client.invalidateQueries({ queryKey })
      }
    }
  }, [client])
}
