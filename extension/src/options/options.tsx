import '#panel/panel.css'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { config } from '#config/config.ts'
import { Chosen, draw } from '#panel/page.tsx'
import { SettingsPanel } from '#panel/settings-panel.tsx'
import { useOverview } from '#panel/use-overview.ts'
import { useWords } from '#panel/use-words.ts'

function Options() {
  const overview = useOverview(null)

  if (!overview) return <Skeleton className="m-6 h-60" />
  return (
    <Chosen settings={overview.settings}>
      <main className="mx-auto grid max-w-[42rem] gap-6 p-4 sm:p-6">
        <Title />
        <SettingsPanel overview={overview} project={null} />
      </main>
    </Chosen>
  )
}

function Title() {
  const { t } = useWords()

  return (
    <h1 className="text-title font-semibold">
      {t('extension.settings.title', { siteName: config.siteName })}
    </h1>
  )
}

document.title = config.siteName
draw(<Options />)
