import type { Installation } from '#outside/github/installations.ts'

type Wish = { githubUserId: number | null; claimed?: number | null }

/**
 * Of those that GitHub names to a person: the one the browser speaks of, else his own account's,
 * else the first. What GitHub does not name does not count, whoever claims it.
 */
export function chooseInstallation(
  installations: readonly Installation[],
  { githubUserId, claimed = null }: Wish,
): number | null {
  const chosen =
    installations.find(({ id }) => id === claimed) ??
    installations.find(({ accountId }) => accountId !== null && accountId === githubUserId) ??
    installations[0]

  return chosen?.id ?? null
}
