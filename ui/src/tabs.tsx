import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'

type Tab = { value: string; label: string; content: ReactNode }

type Props = {
  label: string
  tabs: Tab[]
  value: string
  onChange: (value: string) => void
}

export function Tabs({ label, tabs, value, onChange }: Props) {
  return (
    <Base.Root value={value} onValueChange={onChange}>
      <Base.List
        aria-label={label}
        className="relative flex gap-1 overflow-x-auto border-b border-line"
      >
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="min-h-11 px-3 text-sm font-medium whitespace-nowrap text-ink-soft transition-colors enabled-hover:text-ink focus-visible:-outline-offset-2 data-active:text-ink"
          >
            {tab.label}
          </Base.Tab>
        ))}
        <Base.Indicator
          // Its position is measured from the selected tab, which needs a browser.
          renderBeforeHydration={false}
          className="absolute bottom-0 left-0 h-0.5 w-(--active-tab-width) translate-x-(--active-tab-left) bg-accent transition-[translate,width]"
        />
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className="rounded-sm pt-6">
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
