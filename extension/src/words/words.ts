import { createTranslator, type MessageKeyOf } from '@app/ui/translator.ts'
import { local, type Settings } from '#store/storage.ts'
import en from './en.json'
import es from './es.json'

const WORDS = { en, es }

export type Language = keyof typeof WORDS
export type WordKey = MessageKeyOf<typeof en>

export const wordsOf = (language: Language) => WORDS[language]

/** The chosen language, else the browser's, else English. */
export function languageOf({ language }: Pick<Settings, 'language'>): Language {
  const wanted = language === 'browser' ? chrome.i18n.getUILanguage() : language

  return wanted.toLowerCase().startsWith('es') ? 'es' : 'en'
}

/** For texts outside the extension's own pages. */
export async function currentTranslator() {
  const language = languageOf(await local.read('settings'))

  return createTranslator(language, wordsOf(language))
}
