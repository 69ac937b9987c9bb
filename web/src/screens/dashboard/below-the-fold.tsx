import { RecentCommitsCard } from '#features/github/recent-commits-card.tsx'
import { AccountCard } from './account-card.tsx'
import { ActivityCard } from './activity-card.tsx'
import { HelpCard } from './help-card.tsx'

export function BelowTheFold() {
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <div className="grid min-w-0 content-start gap-6">
        <ActivityCard />
        <RecentCommitsCard />
      </div>
      <div className="grid content-start gap-6">
        <AccountCard />
        <HelpCard />
      </div>
    </div>
  )
}
