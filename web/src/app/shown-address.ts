import { isLanguage } from '@app/contract/languages'
import { asOutcome, OUTCOME_PARAMETER } from '@app/contract/newsletter-answers'
import { matchRoutes, type RouteObject } from 'react-router'
import { paths } from '#config/paths.ts'
import { type Page, pageOf } from './page.ts'

/** A URL that only the catch-all route matches. */
export const NOWHERE = '/404'

/**
 * The parts that affect a document: route, language in the URL, and the answer to a form sent without script. Ids, letter case and other
 * parameters have no effect, so the number of results is fixed.
 */
export function shownAddress(routes: RouteObject[], path: string, query: URLSearchParams): string {
  const { page, pattern } = routeOf(routes, path)
  if (page?.status !== 200 || pattern === undefined) return NOWHERE
  // A shell contains neither its language's URL nor the answer to a form.
  if (page.boot === 'shell') return pattern

  const shown = new URLSearchParams()
  const language = query.get(LANGUAGE_PARAMETER)
  const answer = pattern === paths.home ? asOutcome(query.get(OUTCOME_PARAMETER)) : null
  if (isLanguage(language)) shown.set(LANGUAGE_PARAMETER, language)
  if (answer) shown.set(OUTCOME_PARAMETER, answer)
  return shown.size > 0 ? `${pattern}?${shown}` : pattern
}

export const LANGUAGE_PARAMETER = 'lang'

function routeOf(
  routes: RouteObject[],
  path: string,
): { page: Page | null; pattern: string | undefined } {
  const matched = isDecodable(path) ? (matchRoutes(routes, path) ?? []) : []
  const matches = matched.map(({ route }) => route)

  return { page: pageOf(matches), pattern: matches.at(-1)?.path }
}

/** The result must be used: otherwise the bundler removes the call of decodeURI together with its exception. */
function isDecodable(path: string): boolean {
  try {
    return decodeURI(path) !== ''
  } catch {
    return false
  }
}
