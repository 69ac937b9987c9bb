import { isLanguage } from '@app/contract/languages'
import { asOutcome, OUTCOME_PARAMETER } from '@app/contract/newsletter-answers'
import { paths } from '#config/paths.ts'

/**
 * The part of an address that decides what a page shows: its path, a language it was asked for in so many words, and
 * the answer to a form that was sent without script. Whatever else people add leads to the same page.
 */
export function shownAddress(path: string, query: URLSearchParams): string {
  const shown = new URLSearchParams()
  const language = query.get(LANGUAGE_PARAMETER)
  const answer = path === paths.home ? asOutcome(query.get(OUTCOME_PARAMETER)) : null

  if (isLanguage(language)) shown.set(LANGUAGE_PARAMETER, language)
  if (answer) shown.set(OUTCOME_PARAMETER, answer)
  return shown.size > 0 ? `${path}?${shown}` : path
}

export const LANGUAGE_PARAMETER = 'lang'
