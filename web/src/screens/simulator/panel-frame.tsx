import { Tabs } from '@app/ui/tabs.tsx'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { MessageKey } from '#i18n/messages.ts'

const WORDS = {
  push: 'simulator.panels.push',
  import: 'simulator.panels.import',
  history: 'simulator.panels.history',
  issues: 'simulator.panels.issues',
  automatic: 'simulator.panels.automatic',
  projects: 'simulator.panels.projects',
  log: 'simulator.panels.log',
} as const satisfies Record<string, MessageKey>

export type PanelName = keyof typeof WORDS

const NAMES = Object.keys(WORDS) as PanelName[]

/** One panel at a time, named in the URL. */
export function PanelFrame({ panel }: { panel: (name: PanelName) => ReactNode }) {
  const { t } = useTranslation()
  const [parameters, setParameters] = useSearchParams()
  const requested = parameters.get('panel')

  return (
    <section className="rounded-lg border border-line bg-surface px-5 pt-5 pb-6 sm:px-6">
      <Tabs
        label={t('simulator.panels.label')}
        value={NAMES.find((name) => name === requested) ?? 'push'}
        onChange={(name) => setParameters({ panel: name })}
        keepsOpened
        isWrapped
        tabs={NAMES.map((name) => ({ value: name, label: t(WORDS[name]), content: panel(name) }))}
      />
    </section>
  )
}
