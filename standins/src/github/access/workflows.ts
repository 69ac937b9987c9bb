import { notAccessible, notFound } from '#github/api/errors.ts'
import type { Reach } from './reach.ts'

export const isWorkflow = (path: string): boolean => path.startsWith('.github/workflows/')

/** What runs by itself takes a right of its own, whoever may write the rest. */
export const mayChangeWorkflows = ({ permissions, scopes }: Reach): boolean =>
  permissions ? permissions.workflows === 'write' : scopes.includes('workflow')

type Allowed = { mayChangeWorkflows: boolean; isOfApp: boolean }

export function mustAllowWorkflows(
  { mayChangeWorkflows: isAllowed, isOfApp }: Allowed,
  paths: readonly string[],
): void {
  if (isAllowed || !paths.some(isWorkflow)) return
  // An OAuth App that lacks the scope is not even told that there is something.
  throw isOfApp ? notAccessible() : notFound()
}
