import * as errorsEn from '@app/sync/words/en'
import * as errorsEs from '@app/sync/words/es'
import panelsEn from '@app/sync-panels/texts/en.json'
import panelsEs from '@app/sync-panels/texts/es.json'
import { TranslationProvider } from '@app/ui/translation-provider.tsx'
import { createTranslator } from '@app/ui/translator.ts'
import { type ReactNode, StrictMode, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import type { Settings } from '#store/storage.ts'
import { type Language, languageOf, wordsOf } from '#words/words.ts'
import { useWords } from './use-words.ts'

const MESSAGES = {
  en: { ...panelsEn, ...errorsEn, ...wordsOf('en') },
  es: { ...panelsEs, ...errorsEs, ...wordsOf('es') },
}

const translatorOf = (language: Language) => createTranslator(language, MESSAGES[language])

/** Renders a page of the extension. */
export function draw(page: ReactNode): void {
  const root = document.querySelector('#root')
  if (root) createRoot(root).render(<StrictMode>{page}</StrictMode>)
}

/** Language and theme as chosen by the user. */
export function Chosen({ settings, children }: { settings: Settings; children: ReactNode }) {
  const language = languageOf(settings)
  const { theme } = settings
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = theme
  }, [theme])

  return (
    <TranslationProvider
      initial={translatorOf(language)}
      loadTranslator={async (next: Language) => translatorOf(next)}
      rememberedLanguage={() => null}
      rememberLanguage={() => undefined}
    >
      <FollowLanguage language={language} />
      {children}
    </TranslationProvider>
  )
}

/** What is open and typed stays as it is in another language. */
function FollowLanguage({ language: wanted }: { language: Language }) {
  const { language, setLanguage } = useWords()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the function is another one with each translator.
  useEffect(() => {
    if (language !== wanted) void setLanguage(wanted)
  }, [language, wanted])

  return null
}
