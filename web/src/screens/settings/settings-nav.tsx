import { Link } from 'react-router'
import { useTranslation } from '#i18n/language-provider.tsx'
import { TAB_WORDS, TABS, type Tab } from './tabs.ts'

/** Links, since each section has an address of its own. */
export function SettingsNav({ current }: { current: Tab }) {
  const { t } = useTranslation()

  return (
    <nav aria-label={t('settings.title')} className="-mx-1 overflow-x-auto px-1 py-1">
      <ul className="flex gap-1 md:flex-col">
        {TABS.map((tab) => (
          <li key={tab}>
            <Link
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
