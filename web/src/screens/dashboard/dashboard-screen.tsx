import { lazy, Suspense } from 'react'
import { useMember } from '#api/session.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { useSettled } from '#ui/use-settled.ts'
import { WhenNear } from '#ui/when-near.tsx'
import { RecentProjects } from './recent-projects.tsx'
import { Statistics } from './statistics.tsx'

// The extension and GitHub are asked by these, and both may take their time: the numbers do not wait for them.
const Links = lazy(async () => ({ default: (await import('./links-column.tsx')).LinksColumn }))
const Below = lazy(async () => ({ default: (await import('./below-the-fold.tsx')).BelowTheFold }))

export function DashboardScreen() {
  const { t } = useTranslation()
  const { profile } = useMember()
  const name = profile?.display_name || t('header.user')
  const isSettled = useSettled()

  return (
    <div className="page-edge grid grid-cols-1 gap-6 py-10 md:py-14">
      <div className="mb-2">
        <PageHead title={t('dashboard.greeting', { name })} lead={t('dashboard.lead')} />
      </div>
      <Statistics />
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <RecentProjects />
        {isSettled ? (
          <Suspense fallback={<div className="min-h-96" />}>
            <Links />
          </Suspense>
        ) : (
          <div className="min-h-96" />
        )}
      </div>
      <WhenNear placeholder={<div className="min-h-screen" />}>
        <Suspense fallback={<div className="min-h-screen" />}>
          <Below />
        </Suspense>
      </WhenNear>
    </div>
  )
}
