import type { ReactNode } from 'react'
import { AccountCorner } from './account-corner.tsx'
import { BrandLink } from './brand-link.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { DocsLink, MainNav } from './main-nav.tsx'
import type { Sections } from './mobile-menu.tsx'
import { MobileMenu } from './mobile-menu.tsx'
import { ThemeToggle } from './theme-toggle.tsx'

type Props = {
  tools?: ReactNode
  sections?: Sections | undefined
  onFeedback?: (() => void) | undefined
}

export function SiteHeader({ tools, sections, onFeedback }: Props) {
  return (
    <header className="sticky top-0 z-10 border-b border-line bg-canvas/85 backdrop-blur-bar">
      <div className="page-edge flex min-h-16 flex-wrap items-center gap-1">
        <BrandLink />
        {sections ? <SectionNav {...sections} /> : <MainNav />}
        <span className="mr-auto" />
        {tools}
        <div className="max-md:hidden">
          <LanguageSwitch />
        </div>
        <ThemeToggle />
        <AccountCorner onFeedback={onFeedback} />
        <MobileMenu sections={sections} onFeedback={onFeedback} />
      </div>
    </header>
  )
}

const LINK_LOOK =
  'inline-flex min-h-11 items-center rounded-md px-2 text-sm font-medium text-ink-soft transition-colors hover:bg-sunken hover:text-ink lg:px-3'

/** The page's own sections, then the pages that other headers have too. */
function SectionNav({ label, links }: Sections) {
  return (
    <nav aria-label={label} className="flex max-md:hidden lg:ml-4">
      {links.map(({ href, text }) => (
        <a key={href} href={href} className={LINK_LOOK}>
          {text}
        </a>
      ))}
      <DocsLink className={`${LINK_LOOK} max-lg:hidden`} />
    </nav>
  )
}
