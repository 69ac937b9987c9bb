import type { PanelKey } from '#words/use-panel-texts.ts'

type Translate = (key: PanelKey, values?: Record<string, string | number>) => string

type Facts = { owner: string; name: string; branch: string; siteName: string }

/** Codes of the server, and those of the engine that need no more facts than the target. */
const TEXTS: Partial<Record<string, PanelKey>> = {
  clone_not_deletable: 'import.refusals.notDeletable',
  token_not_deletable: 'import.refusals.tokenNotDeletable',
  server_stopped: 'import.refusals.serverStopped',
  search_failed: 'import.refusals.searchFailed',
  over_request_rate_limit: 'import.refusals.tooMany',
  repository_too_large: 'import.refusals.tooLarge',
  GITHUB_APP_INSTALLATION_MISSING: 'import.refusals.notInstalled',
  session_expired: 'import.refusals.signedOut',
  repository_missing: 'syncErrors.repository_missing',
  branch_missing: 'syncErrors.branch_missing',
  not_connected: 'syncErrors.not_connected',
  token_refused: 'syncErrors.token_refused',
  app_not_installed: 'syncErrors.app_not_installed',
  GITHUB_UNAVAILABLE: 'syncErrors.github_unavailable',
  github_unavailable: 'syncErrors.github_unavailable',
}

/** Why no copy was made. */
export const refusalText = (t: Translate, code: string, facts: Facts): string =>
  t(TEXTS[code] ?? 'import.refusals.other', { ...facts, repo: `${facts.owner}/${facts.name}` })
