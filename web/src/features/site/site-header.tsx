import type { ReactNode } from 'react'
import { AccountCorner } from './account-corner.tsx'
import { BrandLink } from './brand-link.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { MobileMenu } from './mobile-menu.tsx'
import { ThemeToggle } from './theme-toggle.tsx'

type Props = { tools?: ReactNode; onFeedback?: (() => void) | undefined }

export function SiteHeader({ tools, onFeedback }: Props) {
  return (
    <header className="sticky top-0 z-10 border-b border-line bg-canvas/85 backdrop-blur-bar">
      <div className="page-edge flex h-16 items-center gap-1">
        <div className="mr-auto">
          <BrandLink />
        </div>
        {tools}
        <div className="max-md:hidden">
          <LanguageSwitch />
        </div>
        <ThemeToggle />
        <AccountCorner onFeedback={onFeedback} />
        <MobileMenu />
      </div>
    </header>
  )
}
