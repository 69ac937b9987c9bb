import { NavLink } from 'react-router'
import { useSession } from '#api/session/session.ts'
import { paths } from '#config/paths.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'

const LINK_LOOK =
  'inline-flex min-h-11 items-center rounded-md px-3 text-sm font-medium text-ink-soft transition-colors hover:bg-sunken hover:text-ink aria-[current]:bg-sunken aria-[current]:text-ink'

/** Beside the logo: daily screens for members, product information for visitors. */
export function MainNav() {
  const { status } = useSession()

  if (status === 'member') return <MemberNav />
  if (status !== 'loading') return <VisitorNav />

  return (
    <>
      <div className="has-session:hidden">
        <VisitorNav />
      </div>
      <div className="hidden has-session:block">
        <MemberNav />
      </div>
    </>
  )
}

function MemberNav() {
  const { t } = useTranslation()

  return (
    <nav aria-label={t('header.main')} className="ml-4 flex max-md:hidden">
      <NavLink to={paths.dashboard} className={LINK_LOOK}>
        {t('header.dashboard')}
      </NavLink>
      <NavLink to={paths.projects} className={LINK_LOOK}>
        {t('header.projects')}
      </NavLink>
    </nav>
  )
}

function VisitorNav() {
  const { t } = useTranslation()

  return (
    <nav aria-label={t('header.main')} className="ml-4 flex max-md:hidden">
      {/* The landing page is sent whole, so the browser finds the anchor itself. */}
      <a href={paths.features} className={LINK_LOOK}>
        {t('header.features')}
      </a>
      <NavLink to={paths.pricing} className={LINK_LOOK}>
        {t('header.pricing')}
      </NavLink>
      <DocsLink className={LINK_LOOK} />
    </nav>
  )
}

/** The documentation may be another site's. */
export function DocsLink({ className }: { className: string }) {
  const { t } = useTranslation()
  const { links } = usePublicConfig()

  return links.docs.startsWith('/') ? (
    <NavLink to={links.docs} className={className}>
      {t('header.docs')}
    </NavLink>
  ) : (
    <a href={links.docs} className={className}>
      {t('header.docs')}
    </a>
  )
}
