import { useEffect, useState } from 'react'
import { useTranslation } from '#i18n/language-provider.tsx'
import { CATEGORIES, CATEGORY_WORDS } from './feedback.ts'
import { loadCategories } from './send-feedback.ts'

/** The known ones at once, so that nobody waits; then what the table says. */
export function useCategories(): { value: string; label: string }[] {
  const { t } = useTranslation()
  const [codes, setCodes] = useState(CATEGORIES)

  useEffect(() => {
    // Without an answer the known ones are as good.
    loadCategories().then(setCodes, () => {})
  }, [])

  return codes.map((code) => {
    const words = CATEGORY_WORDS[code]
    return { value: code, label: words ? t(words) : code }
  })
}
