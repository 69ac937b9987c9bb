import { useMemo } from 'react'
import { NavLink, Outlet } from 'react-router'
import { useAreaKeys } from '#browser/area-keys.ts'
import { paths } from '#config/paths.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { MessageKey } from '#i18n/messages.ts'

/** `key` opens the page after `g`, within the admin area. */
const PAGES: { path: string; words: MessageKey; key?: string }[] = [
  { path: paths.admin, words: 'admin.nav.dashboard' },
  { path: paths.adminUsers, words: 'admin.nav.users', key: 'u' },
  { path: paths.adminSubscribers, words: 'admin.nav.subscribers', key: 'b' },
  { path: paths.adminOperations, words: 'admin.nav.sync', key: 'y' },
  { path: paths.adminFeedback, words: 'admin.nav.feedback', key: 'f' },
  { path: paths.adminOAuth, words: 'admin.nav.oauth' },
  { path: paths.adminSso, words: 'admin.nav.sso' },
]

/** Navigation of the admin area: at the left on wide screens, on top on phones. */
export function AdminFrame() {
  const { t } = useTranslation()
  const keys = useMemo(
    () => PAGES.flatMap(({ key, path, words }) => (key ? [{ key, path, label: t(words) }] : [])),
    [t],
  )
  useAreaKeys(keys)

  return (
    <div className="page-edge grid grid-cols-[minmax(0,1fr)] items-start gap-6 py-8 md:py-12 lg:grid-cols-[10rem_minmax(0,1fr)] lg:gap-8">
      <nav aria-label={t('admin.nav.label')} className="lg:sticky lg:top-24">
        <ul className="flex flex-wrap gap-1 lg:grid">
          {PAGES.map(({ path, words }) => (
            <li key={path}>
              <NavLink
                to={path}
                end={path === paths.admin}
                className="flex min-h-10 items-center rounded-md px-3 text-sm font-medium text-ink-soft transition-colors hover:text-ink aria-[current]:bg-accent-tint aria-[current]:text-accent pointer-coarse:min-h-11"
              >
                {t(words)}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-6">
        <Outlet />
      </div>
    </div>
  )
}
