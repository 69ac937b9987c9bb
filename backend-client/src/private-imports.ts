import {
  CLONE_COLUMNS,
  CLONE_STATUSES,
  continuePrivateImportReply,
  deleteTemporaryCloneReply,
  startPrivateImportReply,
  type TemporaryClone,
  temporaryClone,
} from '@app/contract/private-import-replies'
import { type Backend, BackendError, SessionError } from './backend.ts'

/** Those in which an import occupies the member. */
const RUNNING = CLONE_STATUSES.filter(
  (status) => !['deleting', 'deleted', 'failed'].includes(status),
)

type Started = { kind: 'started'; cloneId: string } | { kind: 'refused'; code: string }

export async function startImport(
  backend: Backend,
  fullName: string,
  branch: string | null,
): Promise<Started> {
  try {
    const { cloneId } = await backend.callFunction(
      'start-private-import',
      startPrivateImportReply,
      { fullName, branch },
    )
    return { kind: 'started', cloneId }
  } catch (error) {
    if (!(error instanceof BackendError) || error instanceof SessionError) throw error
    // Another tab has begun it: this one shows the same.
    const running = error.code === 'import_running' ? error.reply.cloneId : null
    if (typeof running === 'string') return { kind: 'started', cloneId: running }
    if (!error.code) throw error
    return { kind: 'refused', code: error.code }
  }
}

export async function acceptSecrets(backend: Backend, cloneId: string): Promise<void> {
  const body = { cloneId, acceptSecrets: true }
  await backend.callFunction('continue-private-import', continuePrivateImportReply, body)
}

export async function deleteCopy(backend: Backend, cloneId: string): Promise<void> {
  await backend.callFunction('delete-temporary-clone', deleteTemporaryCloneReply, { cloneId })
}

export async function readCopy(
  backend: Backend,
  cloneId: string,
): Promise<{ clone: TemporaryClone; serverNow: number | null } | null> {
  const query = new URLSearchParams({ select: CLONE_COLUMNS.join(), id: `eq.${cloneId}` })
  const { rows, serverNow } = await backend.rowsDated(`temporary_clones?${query}`)
  const [row] = rows as unknown[]

  return row === undefined ? null : { clone: temporaryClone.parse(row), serverNow }
}

export async function runningImport(backend: Backend): Promise<string | null> {
  const query = new URLSearchParams({ select: 'id', status: `in.(${RUNNING})`, limit: '1' })
  const [row] = (await backend.rows(`temporary_clones?${query}`)) as { id: string }[]

  return row?.id ?? null
}

/** What a copy was made of, by the name that the builder opened. */
export async function findCopyNamed(
  backend: Backend,
  cloneFullName: string,
): Promise<{ id: string; fullName: string; branch: string } | null> {
  const query = new URLSearchParams({
    select: 'id,source_full_name,branch',
    clone_full_name: `eq.${cloneFullName}`,
    limit: '1',
  })
  const [row] = (await backend.rows(`temporary_clones?${query}`)) as {
    id: string
    source_full_name: string
    branch: string | null
  }[]

  return row?.branch ? { id: row.id, fullName: row.source_full_name, branch: row.branch } : null
}
