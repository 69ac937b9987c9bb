import { guidePaths, paths } from '#config/paths.ts'

/** Pages for search engines, by each of their URLs; the value is the canonical one. */
const LISTED: Record<string, string> = {
  [paths.home]: paths.home,
  [paths.pricing]: paths.pricing,
  '/upgrade': paths.pricing,
  [paths.welcome]: paths.welcome,
  '/install-success': paths.welcome,
  [paths.privacyPolicy]: paths.privacyPolicy,
  '/PrivacyPolicy': paths.privacyPolicy,
  [paths.termsOfUse]: paths.termsOfUse,
  [paths.termsOfUseLower]: paths.termsOfUse,
  [paths.docs]: paths.docs,
  [paths.changelog]: paths.changelog,
  ...Object.fromEntries(Object.values(guidePaths).map((path) => [path, path])),
  [paths.login]: paths.login,
  [paths.register]: paths.register,
}

/** A page with two URLs (specification, section 2) has one canonical URL. */
export const canonicalPath = (path: string): string => LISTED[path] ?? path

export const listedAmong = (paths: readonly string[]): string[] => [
  ...new Set(paths.flatMap((path) => LISTED[path] ?? [])),
]
