import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import type { Translator } from './translator.ts'

type Translation<Key extends string, Language extends string> = Translator<Key, Language> & {
  setLanguage: (language: Language) => Promise<void>
}

type Props<Key extends string, Language extends string> = {
  initial: Translator<Key, Language>
  loadTranslator: (language: Language) => Promise<Translator<Key, Language>>
  /** The user's choice, stored between visits. */
  rememberedLanguage: () => Language | null
  rememberLanguage: (language: Language) => void
  children: ReactNode
}

const TranslationContext = createContext<unknown>(null)

/** Makes the application's messages available below it, in a language that can change. */
export function TranslationProvider<Key extends string, Language extends string>(
  props: Props<Key, Language>,
) {
  const { initial, loadTranslator, rememberedLanguage, rememberLanguage } = props
  const [translator, setTranslator] = useState(initial)
  const { language } = translator

  async function setLanguage(next: Language) {
    const loaded = await loadTranslator(next)

    rememberLanguage(next)
    setTranslator(loaded)
  }

  useEffect(() => {
    document.documentElement.lang = language
  }, [language])

  // Without cookies the server cannot know the choice, and the page arrives in another language.
  useEffect(() => {
    const remembered = rememberedLanguage()

    if (remembered && remembered !== initial.language) {
      void loadTranslator(remembered).then(setTranslator)
    }
  }, [initial.language, loadTranslator, rememberedLanguage])

  return (
    <TranslationContext value={{ ...translator, setLanguage }}>{props.children}</TranslationContext>
  )
}

/**
 * An application names its own keys and languages once: `const useTranslation = useTranslationOf<Key, Language>`. Without type arguments
 * there are numbers and dates, but no messages.
 */
export function useTranslationOf<
  Key extends string = never,
  Language extends string = string,
>(): Translation<Key, Language> {
  const translation = use(TranslationContext)

  if (!translation) throw new Error('useTranslation needs a TranslationProvider above it')
  // A context cannot be generic; each application has one provider and declares its own messages.
  return translation as Translation<Key, Language>
}
