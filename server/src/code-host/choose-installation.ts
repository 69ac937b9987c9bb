import type { Installation, Suspension } from '#outside/github/installations.ts'

type Listed = Pick<Installation, 'id' | 'accountId' | 'suspension'>
type Input = { githubUserId: number | null; claimed?: number | null }

/**
 * Chooses from a member's installations at GitHub: the browser's claim, else their own account's, else the first. An installation that
 * GitHub does not list, or that is suspended, is ignored.
 */
export function chooseInstallation(installations: readonly Listed[], input: Input): number | null {
  const active = installations.filter(({ suspension }) => !suspension)

  return preferred(active, input)?.id ?? null
}

/** Why a member has no access although the app is installed; null: it is not, or it is in use. */
export function suspensionAmong(installations: readonly Listed[], input: Input): Suspension | null {
  if (installations.some(({ suspension }) => !suspension)) return null

  return preferred(installations, input)?.suspension ?? null
}

const preferred = (
  installations: readonly Listed[],
  { githubUserId, claimed = null }: Input,
): Listed | undefined =>
  installations.find(({ id }) => id === claimed) ??
  installations.find(({ accountId }) => accountId !== null && accountId === githubUserId) ??
  installations[0]
