import { useTranslationOf } from '@app/ui/translation-provider.tsx'
import type { Language, WordKey } from '#words/words.ts'

/** The texts of the extension's own pages. */
export const useWords = useTranslationOf<WordKey, Language>
