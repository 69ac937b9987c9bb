import { IconButton } from '@app/ui/icon-button.tsx'
import { MoonIcon, SunIcon } from '@app/ui/icons.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'

/**
 * CSS selects the icon: the server does not know the theme, and the page must not wait for it. The head script handles it (app/head.ts), so
 * that it works before the application loads.
 */
export function ThemeToggle() {
  const { t } = useTranslation()

  return (
    <IconButton label={t('header.toggleTheme')} data-theme-toggle className="noscript:hidden">
      <MoonIcon className="size-5 dark:hidden" />
      <SunIcon className="hidden size-5 dark:block" />
    </IconButton>
  )
}
