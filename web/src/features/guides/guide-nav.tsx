import { Link } from 'react-router'
import { useTranslation } from '#i18n/language-provider.tsx'
import { type GuideEntry, groups, guides } from './guides.ts'

/** All guides by group: beside the text, on phones above it. */
export function GuideNav({ current }: { current: GuideEntry }) {
  const { t } = useTranslation()

  return (
    <nav aria-label={t('docs.nav')} className="lg:sticky lg:top-24">
      <details className="group rounded-md border border-line bg-surface lg:hidden">
        <summary className="flex min-h-12 cursor-pointer items-center px-4 font-medium">
          {t('docs.nav')}
        </summary>
        <div className="px-4 pb-4">
          <Groups current={current} />
        </div>
      </details>
      <div className="max-lg:hidden">
        <Groups current={current} />
      </div>
    </nav>
  )
}

function Groups({ current }: { current: GuideEntry }) {
  const { t } = useTranslation()

  return groups.map((group) => (
    <div key={group} className="not-first:mt-6">
      <p className="text-sm font-semibold">{t(group)}</p>
      <ul className="mt-1 text-sm">
        {guides
          .filter((guide) => guide.group === group)
          .map(({ path, title }) => (
            <li key={path}>
              <Link
                to={path}
                aria-current={path === current.path ? 'page' : undefined}
                className="-ml-3 flex min-h-9 items-center rounded-md px-3 text-ink-soft transition-colors hover:bg-sunken hover:text-ink aria-[current]:bg-accent-tint aria-[current]:font-medium aria-[current]:text-accent pointer-coarse:min-h-11"
              >
                {t(title)}
              </Link>
            </li>
          ))}
      </ul>
    </div>
  ))
}
