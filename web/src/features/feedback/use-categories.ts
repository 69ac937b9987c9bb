import { useEffect, useState } from 'react'
import { type Choice, loadCategories } from '#api/content/feedback.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { choiceWords } from './choice-words.ts'
import { CATEGORIES, CATEGORY_WORDS } from './feedback.ts'

const KNOWN = CATEGORIES.map((code) => ({ code, name_en: null }))

/** The known ones at once, then those of the table. */
export function useCategories(): { value: string; label: string }[] {
  const translator = useTranslation()
  const [categories, setCategories] = useState<Choice[]>(KNOWN)

  useEffect(() => {
    // Without an answer the known ones stay.
    loadCategories().then(setCategories, () => {})
  }, [])

  return categories.map((category) => ({
    value: category.code,
    label: choiceWords(translator, CATEGORY_WORDS, category),
  }))
}
