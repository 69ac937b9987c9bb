import type { Repository } from '#github/target.ts'
import { listAt, valueAt } from '#host/answer.ts'
import type { Host } from '#host/host.ts'
import type { Operation } from '#host/operation.ts'
import { isWorkflow } from './confirmations.ts'
import type { Change } from './merge-paths.ts'

/**
 * Whether changes to workflow files are allowed for this owner, as far as GitHub reports. Fine-grained tokens do not report permissions: a
 * push shows them, and a refusal comes before the branch moves.
 */
export async function mayChangeWorkflows(
  host: Host,
  operation: Operation,
  { owner }: Repository,
  changes: readonly Change[],
): Promise<boolean> {
  if (host.can.workflows !== undefined) return host.can.workflows
  if (!changes.some(isWorkflow)) return true
  switch (await host.tokenKind()) {
    case 'app':
      return mayInstallationChange(host, operation, owner)
    case 'classic':
      return host.scopes().includes('workflow')
    case 'fine_grained':
      return true
  }
}

async function mayInstallationChange(
  host: Host,
  operation: Operation,
  owner: string,
): Promise<boolean> {
  const path = '/user/installations?per_page=100'
  const answer = await host.call(operation, { method: 'GET', path })
  if (answer.status !== 200) return false

  return listAt(answer.body, 'installations').some(
    (line) =>
      String(valueAt(line, 'account', 'login')).toLowerCase() === owner.toLowerCase() &&
      valueAt(line, 'permissions', 'workflows') === 'write',
  )
}
