import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { guidePaths } from '#config/paths.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { anchors } from './anchors.ts'

// GitHub's token pages; a URL can preselect the scopes of a classic token.
const MAKE_CLASSIC = 'https://github.com/settings/tokens/new?scopes=repo,delete_repo'
const MAKE_FINE_GRAINED = 'https://github.com/settings/personal-access-tokens/new'

/** Specification, section 1: the token guide. */
export function TokenGuide() {
  const { t } = useTranslation()

  return (
    <div id={anchors.tokenGuide}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h3 className="text-lg font-semibold">{t('home.help.guide')}</h3>
        <Link
          to={guidePaths.token}
          className="inline-flex min-h-8 items-center text-sm font-medium text-accent underline underline-offset-4 pointer-coarse:min-h-11"
        >
          {t('home.help.more')}
        </Link>
      </div>
      <div className="mt-2 grid gap-3 md:mt-3 md:gap-4 lg:grid-cols-2">
        <Kind
          title={t('home.help.classic.title')}
          lead={t('home.help.classic.lead')}
          href={MAKE_CLASSIC}
        >
          <Right name="repo" isCode value={t('home.help.classic.repo')} />
          <Right name="delete_repo" isCode value={t('home.help.classic.deleteRepo')} />
        </Kind>
        <Kind
          title={t('home.help.fine.title')}
          lead={t('home.help.fine.lead')}
          href={MAKE_FINE_GRAINED}
        >
          <Right name={t('home.help.fine.access')} value={t('home.help.fine.all')} />
          <Right name={t('home.help.fine.administration')} value={t('home.help.fine.readWrite')} />
          <Right name={t('home.help.fine.contents')} value={t('home.help.fine.readWrite')} />
        </Kind>
      </div>
    </div>
  )
}

type KindProps = { title: string; lead: string; href: string; children: ReactNode }

function Kind({ title, lead, href, children }: KindProps) {
  const { t } = useTranslation()

  return (
    <div className="flex flex-col rounded-lg border border-line bg-canvas px-4 py-3 md:p-5">
      <h4 className="font-semibold">{title}</h4>
      <p className="mt-1 text-sm text-ink-soft max-md:hidden">{lead}</p>
      <dl className="mt-2 mb-1 md:mt-3 md:mb-3 divide-y divide-line border-y border-line text-sm">
        {children}
      </dl>
      <a
        href={href}
        aria-label={`${t('home.help.make')}: ${title}`}
        className="mt-auto inline-flex min-h-8 items-center self-start text-sm font-medium text-accent underline underline-offset-4 pointer-coarse:min-h-11"
      >
        {t('home.help.make')}
      </a>
    </div>
  )
}

type RightProps = { name: string; value: string; isCode?: boolean }

function Right({ name, value, isCode = false }: RightProps) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 py-1.5 md:py-2">
      <dt className={isCode ? 'font-mono' : 'font-medium'}>{name}</dt>
      <dd className="text-ink-soft">{value}</dd>
    </div>
  )
}
