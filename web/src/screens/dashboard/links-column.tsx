import { ConnectionSummary } from './connection-summary.tsx'
import { ExtensionCard } from './extension-card.tsx'

/** The two that carry projects here: GitHub, and the extension. */
export function LinksColumn() {
  return (
    <div className="grid content-start gap-6">
      <ConnectionSummary />
      <ExtensionCard />
    </div>
  )
}
