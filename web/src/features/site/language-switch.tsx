import { LANGUAGE_NAMES, LANGUAGES, type Language } from '@app/contract/languages'
import type { MouseEvent } from 'react'
import { useTranslation } from '#i18n/language-provider.tsx'
import { useChooseLanguage } from './use-choose-language.ts'

/** Links to other languages, which work without script; the server answers `?lang=` with the cookie. */
export function LanguageSwitch() {
  const { language } = useTranslation()
  const chooseLanguage = useChooseLanguage()

  async function switchInPlace(event: MouseEvent, other: Language) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return

    event.preventDefault()
    await chooseLanguage(other)
  }

  return LANGUAGES.filter((other) => other !== language).map((other) => (
    <a
      key={other}
      href={`?lang=${other}`}
      hrefLang={other}
      lang={other}
      rel="nofollow"
      onClick={(event) => switchInPlace(event, other)}
      className="inline-flex min-h-11 items-center rounded-md px-3 text-sm font-medium text-ink-soft transition-colors hover:bg-sunken hover:text-ink"
    >
      {LANGUAGE_NAMES[other]}
    </a>
  ))
}
