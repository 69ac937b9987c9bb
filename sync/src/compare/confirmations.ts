import type { Confirmation, Cost, Warning } from './comparison.ts'
import type { Change } from './merge-paths.ts'

type Situation = {
  isFirstSync: boolean
  isPublic: boolean
  mayChangeWorkflows: boolean
  changes: readonly Change[]
  remoteFiles: number
  conflicts: number
  findings: number
  envFiles: number
  cost: Cost
  isProtected: boolean
  folderPairs: number
}

const MASS_DELETION_OVER = 10
const LONG_PUSH_WRITES = 400

/** Each must be confirmed separately by the member. */
export function confirmationsOf(situation: Situation): Confirmation[] {
  const { changes, remoteFiles, cost } = situation
  const hasWork = changes.length > 0 || situation.conflicts > 0
  const deletions = changes.filter(({ after }) => !after).length
  const isMassDeletion = deletions > MASS_DELETION_OVER && deletions > remoteFiles / 2
  const standing: [Confirmation, boolean][] = [
    ['first_sync', situation.isFirstSync && remoteFiles > 0 && changes.length > 0],
    ['mass_deletion', isMassDeletion],
    ['conflicts', situation.conflicts > 0],
    ['secrets', situation.findings > 0],
    ['env_files', situation.envFiles > 0],
    ['workflow_files', changes.some(isWorkflow) && !situation.mayChangeWorkflows],
    ['public_target', situation.isFirstSync && situation.isPublic && changes.length > 0],
    ['long_push', cost.writes > LONG_PUSH_WRITES],
    ['protected_branch', situation.isProtected && hasWork],
    ['folder_case', situation.folderPairs > 0],
  ]
  return standing.filter(([, stands]) => stands).map(([name]) => name)
}

export const isWorkflow = ({ path }: { path: string }): boolean =>
  path.startsWith('.github/workflows/')

const LARGE_BYTES = 50 * 1024 * 1024

export function warningsOf(
  changes: readonly Change[],
  paths: Iterable<string>,
  unread: readonly string[],
): Warning[] {
  const large = changes.flatMap(({ path, after }): Warning[] =>
    after?.size !== undefined && after.size > LARGE_BYTES
      ? [{ kind: 'large_file', path, size: after.size }]
      : [],
  )
  const byCase = new Map<string, string[]>()
  for (const path of paths) {
    const folded = path.toLowerCase()
    byCase.set(folded, [...(byCase.get(folded) ?? []), path])
  }
  const alike = [...byCase.values()].filter((group) => group.length > 1)

  return [
    ...large,
    ...alike.map((group): Warning => ({ kind: 'same_but_for_case', paths: group })),
    ...(unread.length > 0
      ? [{ kind: 'folders_not_read' as const, paths: [...new Set(unread)] }]
      : []),
  ]
}
