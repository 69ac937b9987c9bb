import type { Installation } from '#outside/github/installations.ts'

type Input = { githubUserId: number | null; claimed?: number | null }

/**
 * Of the installations that GitHub lists for a member: the one the browser claims, else their own account's, else
 * the first. An installation that GitHub does not list never counts.
 */
export function chooseInstallation(
  installations: readonly Pick<Installation, 'id' | 'accountId'>[],
  { githubUserId, claimed = null }: Input,
): number | null {
  const chosen =
    installations.find(({ id }) => id === claimed) ??
    installations.find(({ accountId }) => accountId !== null && accountId === githubUserId) ??
    installations[0]

  return chosen?.id ?? null
}
