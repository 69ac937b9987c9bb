import type { Repository } from '#github/target.ts'
import { listAt, valueAt } from '#host/answer.ts'
import type { Host } from '#host/host.ts'
import type { Operation } from '#host/operation.ts'
import type { Change } from './merge-paths.ts'
import { isWorkflow } from './needs.ts'

/**
 * Whether these changes may touch workflow files of this owner, as far as the app's installation tells. Other tokens have no
 * installation: people are asked then, and GitHub decides.
 */
export async function mayChangeWorkflows(
  host: Host,
  operation: Operation,
  { owner }: Repository,
  changes: readonly Change[],
): Promise<boolean> {
  if (host.can.workflows !== undefined) return host.can.workflows
  if (!changes.some(isWorkflow)) return true
  const path = '/user/installations?per_page=100'
  const answer = await host.call(operation, { method: 'GET', path })
  if (answer.status !== 200) return false

  return listAt(answer.body, 'installations').some(
    (line) =>
      String(valueAt(line, 'account', 'login')).toLowerCase() === owner.toLowerCase() &&
      valueAt(line, 'permissions', 'workflows') === 'write',
  )
}
