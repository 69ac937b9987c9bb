import { guidePaths, paths } from '#config/paths.ts'

/** What search engines should know, by every address under which it is found; the value is the one to remember. */
const LISTED: Record<string, string> = {
  [paths.home]: paths.home,
  [paths.pricing]: paths.pricing,
  '/upgrade': paths.pricing,
  [paths.welcome]: paths.welcome,
  '/install-success': paths.welcome,
  [paths.privacyPolicy]: paths.privacyPolicy,
  '/PrivacyPolicy': paths.privacyPolicy,
  [paths.termsOfUse]: paths.termsOfUse,
  [paths.docs]: paths.docs,
  ...Object.fromEntries(Object.values(guidePaths).map((path) => [path, path])),
  [paths.login]: paths.login,
  [paths.register]: paths.register,
}

/** Pages with two addresses (specification, section 2) are one page to those who count them. */
export const canonicalPath = (path: string): string => LISTED[path] ?? path

export const listedAmong = (paths: readonly string[]): string[] => [
  ...new Set(paths.flatMap((path) => LISTED[path] ?? [])),
]
