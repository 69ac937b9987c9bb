import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import type { Language } from './languages.ts'
import { loadMessages } from './messages.ts'
import { rememberedLanguage, rememberLanguage } from './remembered-language.ts'
import { createTranslator, type Translator } from './translator.ts'

type Translation = Translator & { setLanguage: (language: Language) => Promise<void> }

const TranslationContext = createContext<Translation | null>(null)

export function LanguageProvider(props: { initial: Translator; children: ReactNode }) {
  const [translator, setTranslator] = useState(props.initial)
  const { language } = translator

  async function setLanguage(next: Language) {
    const messages = await loadMessages(next)

    rememberLanguage(next)
    setTranslator(createTranslator(next, messages))
  }

  useEffect(() => {
    document.documentElement.lang = language
  }, [language])

  // Where cookies are refused the server cannot know the choice, and the page arrives in another language.
  useEffect(() => {
    const remembered = rememberedLanguage()

    if (remembered && remembered !== props.initial.language) {
      void loadMessages(remembered).then((messages) =>
        setTranslator(createTranslator(remembered, messages)),
      )
    }
  }, [props.initial.language])

  return (
    <TranslationContext value={{ ...translator, setLanguage }}>{props.children}</TranslationContext>
  )
}

export function useTranslation(): Translation {
  const translation = use(TranslationContext)

  if (!translation) throw new Error('useTranslation needs a LanguageProvider above it')
  return translation
}
