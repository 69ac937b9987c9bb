import {
  CLONE_COLUMNS,
  CLONE_STATUSES,
  continuePrivateImportReply,
  deleteTemporaryCloneReply,
  startPrivateImportReply,
  type TemporaryClone,
  temporaryClone,
} from '@app/contract/private-import-replies'
import { FunctionError } from '#api/calls/call-function.ts'
import { askFunction, askRows, askRowsDated } from './own-rows.ts'

/** Those in which an import occupies the member. */
const RUNNING = CLONE_STATUSES.filter(
  (status) => !['deleting', 'deleted', 'failed'].includes(status),
)

type Started = { kind: 'started'; cloneId: string } | { kind: 'refused'; code: string }

export async function startImport(fullName: string, branch: string | null): Promise<Started> {
  try {
    const body = { fullName, branch }
    const { cloneId } = await askFunction('start-private-import', startPrivateImportReply, body)
    return { kind: 'started', cloneId }
  } catch (error) {
    if (!(error instanceof FunctionError)) throw error
    // Another tab has begun it: this one shows the same.
    const running = error.code === 'import_running' ? error.reply.cloneId : null
    if (typeof running === 'string') return { kind: 'started', cloneId: running }
    if (!error.code) throw error
    return { kind: 'refused', code: error.code }
  }
}

export async function acceptSecrets(cloneId: string): Promise<void> {
  const body = { cloneId, acceptSecrets: true }
  await askFunction('continue-private-import', continuePrivateImportReply, body)
}

export async function deleteCopy(cloneId: string): Promise<void> {
  await askFunction('delete-temporary-clone', deleteTemporaryCloneReply, { cloneId })
}

export async function readCopy(
  cloneId: string,
): Promise<{ clone: TemporaryClone; serverNow: number | null } | null> {
  const query = new URLSearchParams({ select: CLONE_COLUMNS.join(), id: `eq.${cloneId}` })
  const { rows, serverNow } = await askRowsDated(`temporary_clones?${query}`)
  const [row] = rows as unknown[]

  return row === undefined ? null : { clone: temporaryClone.parse(row), serverNow }
}

export async function runningImport(): Promise<string | null> {
  const query = new URLSearchParams({ select: 'id', status: `in.(${RUNNING})`, limit: '1' })
  const [row] = (await askRows(`temporary_clones?${query}`)) as { id: string }[]

  return row?.id ?? null
}
