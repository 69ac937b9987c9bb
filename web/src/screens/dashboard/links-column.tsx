import { ConnectionSummary } from './connection-summary.tsx'
import { ExtensionCard } from './extension-card.tsx'
import { useRefreshWhenBack } from './use-refresh-when-back.ts'

/** The two that carry projects here: GitHub, and the extension. */
export function LinksColumn() {
  useRefreshWhenBack()

  return (
    <div className="grid content-start gap-6">
      <ConnectionSummary />
      <ExtensionCard />
    </div>
  )
}
