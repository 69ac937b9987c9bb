import type { Comparison } from '@app/sync/comparison'
import { rulesOf } from '@app/sync/ignore-rules'

/** Changes that the project's own list keeps from GitHub. They are proposed again once they are off the list. */
export function listedPaths({ changes }: Comparison, leaveOut: readonly string[]): string[] {
  if (leaveOut.length === 0) return []
  const isListed = rulesOf(leaveOut)

  return changes.map(({ path }) => path).filter(isListed)
}
