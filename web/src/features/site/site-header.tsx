import { Link } from 'react-router'
import { paths } from '#config/paths.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { BrandMark } from './brand-mark.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { ThemeToggle } from './theme-toggle.tsx'

export function SiteHeader() {
  const { t } = useTranslation()
  const { siteName } = usePublicConfig()

  return (
    <header className="sticky top-0 z-10 border-b border-line bg-canvas/85 backdrop-blur-bar">
      <div className="page-edge flex h-16 items-center gap-1">
        <Link
          to={paths.home}
          aria-label={t('header.home', { siteName })}
          className="mr-auto inline-flex min-h-11 items-center gap-2.5 rounded-md text-lg font-semibold"
        >
          <BrandMark className="size-7" />
          {siteName}
        </Link>
        <LanguageSwitch />
        <ThemeToggle />
      </div>
    </header>
  )
}
