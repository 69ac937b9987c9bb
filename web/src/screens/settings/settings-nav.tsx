import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { useTranslation } from '#i18n/language-provider.tsx'
import { TAB_WORDS, TABS, type Tab } from './tabs.ts'

/** Links, since each section has an address of its own: a list at the left, or a row to be swiped on a phone. */
export function SettingsNav({ current }: { current: Tab }) {
  const { t } = useTranslation()
  const link = useRef<HTMLAnchorElement>(null)

  useEffect(() => {
    // In the row the current one may lie out of sight; the page itself stays where it is.
    if (current) link.current?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [current])

  return (
    <nav aria-label={t('settings.title')} className="-mx-1 min-w-0 overflow-x-auto px-1 py-1">
      <ul className="flex gap-1 md:flex-col">
        {TABS.map((tab) => (
          <li key={tab}>
            <Link
              ref={tab === current ? link : null}
              to={`?tab=${tab}`}
              aria-current={tab === current ? 'page' : undefined}
              className="flex min-h-11 items-center rounded-md px-3 text-sm font-medium whitespace-nowrap text-ink-soft transition-colors hover:text-ink aria-[current]:bg-accent-tint aria-[current]:text-accent"
            >
              {t(TAB_WORDS[tab])}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
