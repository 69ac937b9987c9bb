import { type Accessor, notAccessible, notFound } from '#github/api/errors.ts'
import type { Reach } from './reach.ts'

export const isWorkflow = (path: string): boolean => path.startsWith('.github/workflows/')

/** Workflow files run code, so changing them needs a right of its own. */
export const mayChangeWorkflows = ({ permissions, scopes }: Reach): boolean =>
  permissions ? permissions.workflows === 'write' : scopes.includes('workflow')

const ACCEPTED = 'x-accepted-github-permissions'

type Allowed = { mayChangeWorkflows: boolean; hasPermissions: boolean; accessor: Accessor }

export function mustAllowWorkflows(
  { mayChangeWorkflows: isAllowed, hasPermissions, accessor }: Allowed,
  paths: readonly string[],
): void {
  if (isAllowed || !paths.some(isWorkflow)) return
  // GitHub answers 404 without the scope.
  if (!hasPermissions) throw notFound()
  throw notAccessible(accessor, { [ACCEPTED]: 'contents=write,workflows=write' })
}
