import { NavLink } from 'react-router'
import { useSession } from '#api/session/session.ts'
import { paths } from '#config/paths.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

const LINK_LOOK =
  'inline-flex min-h-11 items-center rounded-md px-3 text-sm font-medium text-ink-soft transition-colors hover:bg-sunken hover:text-ink aria-[current]:bg-sunken aria-[current]:text-ink'

/** Beside the logo: members' daily screens, or what visitors want to know first. */
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
      {/* The landing page is sent whole: the browser finds the place on it by itself. */}
      <a href={paths.features} className={LINK_LOOK}>
        {t('header.features')}
      </a>
      <NavLink to={paths.pricing} className={LINK_LOOK}>
        {t('header.pricing')}
      </NavLink>
    </nav>
  )
}
