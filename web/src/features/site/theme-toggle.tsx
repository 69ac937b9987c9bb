import { toggleTheme } from '#config/theme.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { MoonIcon, SunIcon } from '#ui/icons.tsx'

/** The sign is chosen by the style sheet: the server does not know the theme, and the page must not wait to learn it. */
export function ThemeToggle() {
  const { t } = useTranslation()

  return (
    <button
      type="button"
      onClick={toggleTheme}
      aria-label={t('header.toggleTheme')}
      className="-mr-3 grid size-11 place-items-center rounded-md text-ink-soft transition-colors hover:bg-sunken hover:text-ink noscript:hidden"
    >
      <MoonIcon className="size-5 dark:hidden" />
      <SunIcon className="hidden size-5 dark:block" />
    </button>
  )
}
