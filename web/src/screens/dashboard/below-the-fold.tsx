import { CommitsCard } from '#features/github/commits-card.tsx'
import { ActivityCard } from './activity-card.tsx'
import { HelpCard } from './help-card.tsx'
import { PlanSummary } from './plan-summary.tsx'

export function BelowTheFold() {
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <ActivityCard />
      <PlanSummary />
      <CommitsCard />
      <HelpCard />
    </div>
  )
}
