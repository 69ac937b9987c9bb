import { useEffect, useState } from 'react'
import { loadCategories } from '#api/feedback.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { CATEGORIES, CATEGORY_WORDS } from './feedback.ts'

/** The known ones at once, then those of the table. */
export function useCategories(): { value: string; label: string }[] {
  const { t } = useTranslation()
  const [codes, setCodes] = useState(CATEGORIES)

  useEffect(() => {
    // Without an answer the known ones stay.
    loadCategories().then(setCodes, () => {})
  }, [])

  return codes.map((code) => {
    const words = CATEGORY_WORDS[code]
    return { value: code, label: words ? t(words) : code }
  })
}
