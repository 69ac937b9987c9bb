import type { Installation } from '#outside/github/installations.ts'

type Input = { githubUserId: number | null; claimed?: number | null }

/**
 * Chooses from a member's installations at GitHub: the browser's claim, else their own account's, else the first. An installation that
 * GitHub does not list is ignored.
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
