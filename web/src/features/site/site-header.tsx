import type { ReactNode } from 'react'
import { AccountCorner } from './account-corner.tsx'
import { BrandLink } from './brand-link.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { MainNav } from './main-nav.tsx'
import { MobileMenu } from './mobile-menu.tsx'
import type { Sections } from './sections.ts'
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
        {!sections && <MainNav />}
        <span className="mr-auto" />
        {sections && <SectionNav {...sections} />}
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

function SectionNav({ label, links }: Sections) {
  return (
    <nav aria-label={label} className="flex max-md:hidden">
      {links.map(({ href, text }) => (
        <a
          key={href}
          href={href}
          className="inline-flex min-h-11 items-center rounded-md px-2 text-sm font-medium text-ink-soft transition-colors hover:bg-sunken hover:text-ink lg:px-3"
        >
          {text}
        </a>
      ))}
    </nav>
  )
}
