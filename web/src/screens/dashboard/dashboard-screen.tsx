import { PageHeader } from '@app/ui/page-header.tsx'
import { WhenNearViewport } from '@app/ui/when-near-viewport.tsx'
import { useMember } from '#api/session.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { BelowTheFold } from './below-the-fold.tsx'
import { LinksColumn } from './links-column.tsx'
import { RecentProjects } from './recent-projects.tsx'
import { Statistics } from './statistics.tsx'

export function DashboardScreen() {
  const { t } = useTranslation()
  const { profile } = useMember()
  const name = profile?.display_name || t('header.user')

  return (
    <div className="page-edge reveal-in-order grid gap-6 py-10 md:py-14">
      <div className="mb-2">
        <PageHeader title={t('dashboard.greeting', { name })} lead={t('dashboard.lead')} />
      </div>
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
