import type { MouseEvent } from 'react'
import { useTranslation } from '#i18n/language-provider.tsx'
import { LANGUAGE_NAMES } from '#i18n/languages.ts'
import { useChooseLanguage } from './use-choose-language.ts'

/** A true link, so that it works before and without the application; the server answers `?lang=` with the cookie. */
export function LanguageSwitch() {
  const { language } = useTranslation()
  const chooseLanguage = useChooseLanguage()
  const other = language === 'en' ? 'es' : 'en'

  async function switchInPlace(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return

    event.preventDefault()
    await chooseLanguage(other)
  }

  return (
    <a
      href={`?lang=${other}`}
      hrefLang={other}
      lang={other}
      rel="nofollow"
      onClick={switchInPlace}
      className="inline-flex min-h-11 items-center rounded-md px-3 text-sm font-medium text-ink-soft transition-colors hover:bg-sunken hover:text-ink"
    >
      {LANGUAGE_NAMES[other]}
    </a>
  )
}
