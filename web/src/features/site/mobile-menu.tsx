import { MenuIcon } from '@app/ui/icons.tsx'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { type Member, useSession } from '#api/session/session.ts'
import { paths } from '#config/paths.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { DocsLink } from './main-nav.tsx'
import { useSignOut } from './use-sign-out.ts'

/** Specification, section 9: the mobile breakpoint. */
const WIDE = '(width >= 768px)'

const LINK_LOOK =
  'flex min-h-12 w-full items-center rounded-md px-3 text-left font-medium transition-colors hover:bg-sunken aria-[current]:bg-accent-tint aria-[current]:text-accent'

type Props = { sections: Sections | undefined; onFeedback: (() => void) | undefined }

/** The browser's native disclosure, which works before and without script. */
export function MobileMenu({ sections, onFeedback }: Props) {
  const { t } = useTranslation()
  const session = useSession()
  const details = useClosingDetails()

  function openFeedback() {
    close(details.current)
    onFeedback?.()
  }

  const feedback = onFeedback && (
    <button type="button" onClick={openFeedback} className={LINK_LOOK}>
      {t('header.feedback')}
    </button>
  )

  return (
    <details ref={details} className="-mr-3 md:hidden">
      <summary
        aria-label={t('header.menu')}
        className="grid size-11 cursor-pointer list-none place-items-center rounded-md text-ink-soft"
      >
        <MenuIcon className="size-5" />
      </summary>
      <nav
        aria-label={t('header.menu')}
        // Without script it stays open after a choice, so it is shown only while focused.
        className="absolute inset-x-0 top-full border-b border-line bg-canvas px-2 py-3 shadow-float noscript:in-[:root:has(:target)_details:not(:focus-within)]:hidden"
      >
        {sections?.links.map(({ href, text }) => (
          <a key={href} href={href} onClick={() => close(details.current)} className={LINK_LOOK}>
            {text}
          </a>
        ))}
        {session.status === 'member' ? (
          <MemberItems member={session} feedback={feedback} />
        ) : (
          <>
            <VisitorItems hasPages={!sections} />
            {feedback}
          </>
        )}
        <LanguageSwitch />
      </nav>
    </details>
  )
}

function MemberItems({ member, feedback }: { member: Member; feedback: ReactNode }) {
  const { t } = useTranslation()
  const signOut = useSignOut()
  const { profile, email } = member

  return (
    <>
      <div className="mb-2 border-b border-line px-3 pb-3 text-sm">
        <p className="truncate font-semibold">{profile?.display_name || t('header.user')}</p>
        <p className="truncate text-ink-soft">{email}</p>
      </div>
      <NavLink to={paths.dashboard} className={LINK_LOOK}>
        {t('header.dashboard')}
      </NavLink>
      <NavLink to={paths.projects} className={LINK_LOOK}>
        {t('header.projects')}
      </NavLink>
      <NavLink to={paths.settings} className={LINK_LOOK}>
        {t('header.settings')}
      </NavLink>
      {profile?.role === 'admin' && (
        <NavLink to={paths.admin} className={LINK_LOOK}>
          {t('header.admin')}
        </NavLink>
      )}
      {feedback}
      <button type="button" onClick={() => void signOut()} className={LINK_LOOK}>
        {t('header.signOut')}
      </button>
    </>
  )
}

function VisitorItems({ hasPages }: { hasPages: boolean }) {
  const { t } = useTranslation()
  const { flags, links } = usePublicConfig()

  return (
    <>
      {hasPages && (
        <>
          <a href={paths.features} className={LINK_LOOK}>
            {t('header.features')}
          </a>
          <NavLink to={paths.pricing} className={LINK_LOOK}>
            {t('header.pricing')}
          </NavLink>
        </>
      )}
      <DocsLink className={LINK_LOOK} />
      {flags.SHOW_SIGN_IN && (
        <Link to={paths.login} className={LINK_LOOK}>
          {t('header.signIn')}
        </Link>
      )}
      <a href={links.store} className={LINK_LOOK}>
        {t('common.addToChrome')}
      </a>
    </>
  )
}

/** Closes on navigation, outside press, Escape, and when the screen gets wide. */
function useClosingDetails() {
  const details = useRef<HTMLDetailsElement>(null)
  const { key } = useLocation()
  const shownKey = useRef(key)

  // Every navigation has a different key. Skips the first render: the menu may have been opened before hydration.
  useEffect(() => {
    if (shownKey.current !== key) close(details.current)
    shownKey.current = key
  }, [key])

  // A section was chosen before hydration: the browser scrolled, but the menu stayed open.
  useEffect(() => {
    const links = [...(details.current?.querySelectorAll('a') ?? [])]
    if (links.some(({ hash }) => hash !== '' && hash === location.hash)) close(details.current)
  }, [])

  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening

    matchMedia(WIDE).addEventListener('change', () => close(details.current), { signal })
    addEventListener('keydown', ({ key }) => key === 'Escape' && leave(details.current), { signal })
    addEventListener('pointerdown', closeFromOutside, { signal })
    return () => listening.abort()

    function closeFromOutside({ target }: Event) {
      if (!details.current?.contains(target as Node)) close(details.current)
    }
  }, [])

  return details
}

/** Keyboard users inside the menu continue from its button. */
function leave(details: HTMLDetailsElement | null): void {
  if (details?.open && details.contains(document.activeElement)) {
    details.querySelector('summary')?.focus()
  }
  close(details)
}

function close(details: HTMLDetailsElement | null): void {
  if (details) details.open = false
}

/** A long page's own navigation by anchors: in the header if there is room, else in the menu. */
export type Sections = { label: string; links: { href: string; text: string }[] }
