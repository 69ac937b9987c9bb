import { PageHeader } from '@app/ui/page-header.tsx'
import { WhenNearViewport } from '@app/ui/when-near-viewport.tsx'
import { useMember } from '#api/session.ts'
import { CommitsCard } from '#features/github/commits-card.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { ActivityCard } from './activity-card.tsx'
import { ConnectionSummary } from './connection-summary.tsx'
import { ExtensionCard } from './extension-card.tsx'
import { HelpCard } from './help-card.tsx'
import { NeedsAttention } from './needs-attention.tsx'
import { PlanSummary } from './plan-summary.tsx'
import { RecentProjects } from './recent-projects.tsx'
import { Statistics } from './statistics.tsx'
import { useRefreshWhenBack } from './use-refresh-when-back.ts'

export function DashboardScreen() {
  const { t } = useTranslation()
  const { profile } = useMember()
  const name = profile?.display_name || t('header.user')

  return (
    <div className="page-edge reveal-in-order grid gap-6 py-10 md:py-14">
      <div className="mb-2">
        <PageHeader title={t('dashboard.greeting', { name })} lead={t('dashboard.lead')} />
      </div>
      <NeedsAttention />
      <Statistics />
      <div className="grid gap-6 max-lg:reveal-in-order lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <RecentProjects />
        <LinksColumn />
      </div>
      <WhenNearViewport placeholder={<div className="min-h-screen" />}>
        <BelowTheFold />
      </WhenNearViewport>
    </div>
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

function BelowTheFold() {
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <ActivityCard />
      <PlanSummary />
      <CommitsCard />
      <HelpCard />
    </div>
  )
}
