import { Card } from '@app/ui/card.tsx'
import { PageHeader } from '@app/ui/page-header.tsx'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { WhenNearViewport } from '@app/ui/when-near-viewport.tsx'
import { useQuery } from '@tanstack/react-query'
import { recentProjectsQuery } from '#api/projects/recent-projects.ts'
import { useMember } from '#api/session/session.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { loadNamespaces } from '#i18n/messages.ts'
import { onDemandInPlace } from '#on-demand/in-place.tsx'
import { ConnectionSummary } from './connection-summary.tsx'
import { ExtensionCard } from './extension-card.tsx'
import { HelpCard } from './help-card.tsx'
import { NeedsAttention } from './needs-attention.tsx'
import { RecentProjects } from './recent-projects.tsx'
import { Statistics } from './statistics.tsx'
import { useRefreshWhenBack } from './use-refresh-when-back.ts'

const PLACE = <div className="min-h-screen" />

const BelowTheFold = onDemandInPlace(async () => {
  const [below] = await Promise.all([import('./below-the-fold.tsx'), loadNamespaces(['billing'])])
  return below.BelowTheFold
}, PLACE)

const FirstSteps = onDemandInPlace(
  async () => (await import('./first-steps.tsx')).FirstSteps,
  <Card>
    <Skeleton className="h-80 w-full" />
  </Card>,
)

export function DashboardScreen() {
  const { t } = useTranslation()
  const { profile } = useMember()
  const name = profile?.display_name || t('header.user')
  const recent = useQuery(recentProjectsQuery)
  const isNewcomer = recent.data?.length === 0

  return (
    <div className="page-edge reveal-in-order grid gap-6 py-10 md:py-14">
      <div className="mb-2">
        <PageHeader
          title={t(isNewcomer ? 'dashboard.welcome' : 'dashboard.greeting', { name })}
          lead={t(isNewcomer ? 'dashboard.welcomeLead' : 'dashboard.lead')}
        />
      </div>
      {isNewcomer ? <Newcomer /> : <Overview />}
    </div>
  )
}

/** One path instead of empty cards; what the extension sees is how one finds out why a step does not tick. */
function Newcomer() {
  return (
    <>
      <Statistics isPlaceKept={false} />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <FirstSteps />
        <div className="grid content-start gap-6">
          <ExtensionCard />
          <HelpCard />
        </div>
      </div>
    </>
  )
}

function Overview() {
  return (
    <>
      <NeedsAttention />
      <Statistics isPlaceKept />
      <div className="grid gap-6 max-lg:reveal-in-order lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <RecentProjects />
        <LinksColumn />
      </div>
      <WhenNearViewport placeholder={PLACE}>
        <BelowTheFold />
      </WhenNearViewport>
    </>
  )
}

/** The state of GitHub and of the extension. */
function LinksColumn() {
  useRefreshWhenBack()

  return (
    <div className="grid content-start gap-6">
      <ConnectionSummary />
      <ExtensionCard />
    </div>
  )
}
