import { paths } from '#config/paths.ts'
import type { MessageKey } from '#i18n/messages.ts'

type GoTo = { key: string; path: string; words: MessageKey; forAdmins?: true }

const ALL: GoTo[] = [
  { key: 'd', path: paths.dashboard, words: 'header.dashboard' },
  { key: 'p', path: paths.projects, words: 'header.projects' },
  { key: 's', path: paths.settings, words: 'header.settings' },
  { key: 'a', path: paths.admin, words: 'header.admin', forAdmins: true },
]

/** The page that each key opens after `g`. */
export const goToKeys = (isAdmin: boolean) => ALL.filter(({ forAdmins }) => isAdmin || !forAdmins)

/** In the form that is shown beside a screen's name. */
export function keysOf(path: string): string[] | undefined {
  const found = ALL.find((one) => one.path === path)

  return found && ['G', found.key.toUpperCase()]
}
