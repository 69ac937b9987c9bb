import { Link } from 'react-router'
import { guidePaths } from '#config/paths.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { GuideSearch } from '#features/guides/guide-search.tsx'
import { type GuideEntry, groups, guides } from '#features/guides/guides.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { MessageKey } from '#i18n/messages.ts'

/** All guides, by group. */
export function DocsScreen() {
  const { t } = useTranslation()
  const { siteName } = usePublicConfig()

  return (
    <div className="page-edge py-12 md:py-16">
      <h1 className="text-title font-semibold">{t('docs.title')}</h1>
      <p className="mt-4 max-w-prose text-lg text-ink-soft">{t('docs.lead', { siteName })}</p>
      <GuideSearch />
      {groups.map((group) => (
        <Group key={group} group={group} />
      ))}
      <Figures />
    </div>
  )
}

/** What the home page's figures count. */
function Figures() {
  const { t } = useTranslation()

  return (
    <section
      id="figures"
      className="mt-10 grid gap-4 border-t border-line pt-8 lg:grid-cols-[14rem_minmax(0,1fr)] lg:gap-16"
    >
      <h2 className="text-lg font-semibold">{t('docs.figures.title')}</h2>
      <div className="max-w-prose text-sm text-ink-soft">
        <p>{t('docs.figures.users')}</p>
        <p className="mt-2">{t('docs.figures.projects')}</p>
        <p className="mt-2">{t('docs.figures.rating')}</p>
        <p className="mt-2">{t('docs.figures.lead')}</p>
      </div>
    </section>
  )
}

function Group({ group }: { group: MessageKey }) {
  const { t } = useTranslation()

  return (
    <section
      aria-labelledby={group}
      className="mt-10 grid gap-4 border-t border-line pt-8 lg:grid-cols-[14rem_minmax(0,1fr)] lg:gap-16"
    >
      <h2 id={group} className="text-lg font-semibold">
        {t(group)}
      </h2>
      <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {guides
          .filter((guide) => guide.group === group)
          .map((guide) => (
            <GuideCard
              key={guide.path}
              guide={guide}
              isFirst={guide.path === guidePaths.gettingStarted}
            />
          ))}
      </ul>
    </section>
  )
}

/** The one that most people need stands out. */
function GuideCard({ guide, isFirst }: { guide: GuideEntry; isFirst: boolean }) {
  const { t } = useTranslation()
  const { siteName } = usePublicConfig()

  return (
    <li className={isFirst ? 'sm:col-span-full' : ''}>
      <Link
        to={guide.path}
        className={`block h-full rounded-lg border p-5 transition-colors md:p-6 ${isFirst ? 'border-accent bg-accent-tint' : 'border-line bg-surface hover:border-line-strong'}`}
      >
        {isFirst && <span className="mb-2 block text-sm font-medium">{t('docs.startHere')}</span>}
        <span className={`block font-semibold text-accent ${isFirst ? 'text-lg' : ''}`}>
          {t(guide.title)}
        </span>
        <span className="mt-1 block text-sm text-ink-soft">
          {t(guide.description, { siteName })}
        </span>
      </Link>
    </li>
  )
}
