import type { Language } from '@app/contract/languages'
import { TranslationProvider, useTranslationOf } from '@app/ui/translation-provider.tsx'
import { createTranslator } from '@app/ui/translator.ts'
import type { ReactNode } from 'react'
import { loadMessages, type MessageKey, type Translator } from './messages.ts'
import { rememberedLanguage, rememberLanguage } from './remembered-language.ts'

export const useTranslation = useTranslationOf<MessageKey, Language>

export function LanguageProvider(props: { initial: Translator; children: ReactNode }) {
  return (
    <TranslationProvider
      initial={props.initial}
      loadTranslator={loadTranslator}
      rememberedLanguage={rememberedLanguage}
      rememberLanguage={rememberLanguage}
    >
      {props.children}
    </TranslationProvider>
  )
}

const loadTranslator = async (language: Language) =>
  createTranslator(language, await loadMessages(language))
