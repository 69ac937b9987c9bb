import { ChevronDownIcon } from '@app/ui/icons.tsx'
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { TAB_WORDS, type Tab } from '#features/site/settings-tabs.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { entryOf, TAB_GROUPS } from './tabs.tsx'

/** Links, because each section has its own URL: a list at the left, on phones a collapsible list. */
export function SettingsNav({ current }: { current: Tab }) {
  const { t } = useTranslation()
  const [isUnfolded, setUnfolded] = useState(false)
  const button = useRef<HTMLButtonElement>(null)

  function fold() {
    setUnfolded(false)
    // Collapses the list after a choice. Without a button the list is not collapsible, and the focus stays.
    if (isUnfolded) button.current?.focus()
  }

  return (
    <nav
      aria-label={t('settings.title')}
      onKeyDown={({ key }: KeyboardEvent) => key === 'Escape' && isUnfolded && fold()}
      className="min-w-0"
    >
      <button
        ref={button}
        type="button"
        aria-expanded={isUnfolded}
        onClick={() => setUnfolded(!isUnfolded)}
        className="flex min-h-12 w-full items-center justify-between rounded-md border border-line-control bg-surface px-4 font-medium md:hidden"
      >
        {t(TAB_WORDS[entryOf(current)])}
        <ChevronDownIcon
          className={`size-5 text-ink-soft transition-transform ${isUnfolded ? 'rotate-180' : ''}`}
        />
      </button>
      <div
        className={`gap-x-4 gap-y-5 max-md:mt-2 max-md:grid-cols-2 max-md:rounded-md max-md:border max-md:border-line max-md:bg-surface max-md:p-3 md:grid ${isUnfolded ? 'grid' : 'hidden'}`}
      >
        {TAB_GROUPS.map(({ title, tabs }) => (
          <Group key={title} title={t(title)}>
            {tabs.map((tab) => (
              <li key={tab}>
                <Link
                  to={`?tab=${tab}`}
                  onClick={fold}
                  aria-current={tab === entryOf(current) ? 'page' : undefined}
                  className="flex min-h-10 items-center rounded-md px-3 text-sm font-medium text-ink-soft transition-colors hover:text-ink aria-[current]:bg-accent-tint aria-[current]:text-accent pointer-coarse:min-h-11"
                >
                  {t(TAB_WORDS[tab])}
                </Link>
              </li>
            ))}
          </Group>
        ))}
      </div>
    </nav>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()

  return (
    <div>
      <p id={id} className="px-3 pb-1 text-xs font-medium text-ink-faint">
        {title}
      </p>
      <ul aria-labelledby={id}>{children}</ul>
    </div>
  )
}
