import './panel.css'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { config } from '#config/config.ts'
import { Chosen, draw } from './page.tsx'
import { PanelTabs } from './panel-tabs.tsx'
import { useOverview } from './use-overview.ts'

/** The address names the tab of the builder that the panel belongs to; without one there is no project. */
const TAB_ID = Number(new URLSearchParams(location.search).get('tab')) || null

function Panel() {
  const overview = useOverview(TAB_ID)

  if (!overview) return <Skeleton className="m-4 h-60" />
  return (
    <Chosen settings={overview.settings}>
      <div className="mx-auto grid min-h-dvh max-w-[48rem] content-start gap-4 p-4">
        <PanelTabs overview={overview} />
      </div>
    </Chosen>
  )
}

document.title = config.siteName
draw(<Panel />)
