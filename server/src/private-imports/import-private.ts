import { PRIVATE_IMPORT_LIMITS } from '@app/contract/private-imports'
import { theServer } from '@app/platform/db/database.ts'
import { serverSql } from '@app/platform/db/server-sql.ts'
import { AppError } from '@app/platform/errors/app-error.ts'
import { ProviderError } from '@app/platform/outside/provider-error.ts'
import { copyBranch } from '@app/sync/copy-branch'
import { createRepository } from '@app/sync/create-repository'
import { findSecrets } from '@app/sync/find-secrets'
import type { Host } from '@app/sync/host'
import type { Progress } from '@app/sync/progress'
import { type BranchFiles, readBranch } from '@app/sync/read-branch'
import { SyncError } from '@app/sync/sync-error'
import { sendJob } from '#jobs/job-kinds.ts'
import { deleteCopy } from './delete-copy.ts'
import { type Heartbeat, startHeartbeat } from './heartbeat.ts'
import {
  askAbout,
  beginCreating,
  beginImport,
  failImport,
  type Import,
  planPublication,
  recordPublic,
  recordRepository,
  releaseImport,
} from './imports-table.ts'
import { descriptionOf, githubOf, type PrivateImports } from './private-imports.ts'

const MESSAGE = 'Temporary copy'

/** Somebody ended the import; what it made is deleted by whoever did. */
class Ended extends Error {}

type Work = {
  needs: PrivateImports
  one: Import
  token: () => Promise<string>
  host: Host
  beat: Heartbeat
  signal: AbortSignal
}

/** Reads the branch, searches it, copies it into a private repository of the member's, and makes that one public. */
export async function importPrivate(
  needs: PrivateImports,
  cloneId: string,
  signal: AbortSignal,
): Promise<void> {
  const one = await beginImport(serverSql(needs.db), cloneId)
  if (!one) return

  const beat = startHeartbeat(needs, cloneId)
  try {
    const token = (refused?: string) => tokenFor(needs, one, refused !== undefined)
    const host = githubOf(needs).syncHost(token)
    await run({ needs, one, token, host, beat, signal: AbortSignal.any([signal, beat.ended]) })
  } catch (error) {
    await beat.stop()
    // Before anything was made at GitHub another server may begin again.
    if (signal.aborted && (await releaseImport(serverSql(needs.db), cloneId))) throw error
    await cleanUp(needs, cloneId, error, signal)
  } finally {
    await beat.stop()
  }
}

/** A member who connects another account meanwhile has no copy there. */
async function tokenFor(needs: PrivateImports, one: Import, check: boolean): Promise<string> {
  const { accessToken, githubUserId } = await needs.connectionOf(one.user_id, { check })
  if (githubUserId !== one.github_user_id) throw new SyncError('not_connected')

  return accessToken
}

async function run(work: Work): Promise<void> {
  const { needs, one } = work
  const files = await readSource(work)
  const { findings } = findSecrets(files.files)
  const searched = { commit: files.commit, findings, files: files.files.length }
  const isAccepted = findings.length === 0 || one.accepted_commit === files.commit
  const isGoingOn = await (isAccepted ? beginCreating : askAbout)(
    serverSql(needs.db),
    one.id,
    searched,
  )
  if (!isGoingOn) throw new Ended()
  if (isAccepted) await publishCopy(work, files)
}

const readSource = ({ one, host, beat, signal }: Work): Promise<BranchFiles> => {
  const [owner = '', name = ''] = one.source_full_name.split('/')

  return readBranch(
    host,
    { owner, name, branch: one.branch },
    { limits: PRIVATE_IMPORT_LIMITS, signal, onProgress: beat.report },
  )
}

async function publishCopy(work: Work, files: BranchFiles): Promise<void> {
  const { needs, one, host, beat, signal } = work
  const [owner = '', name = ''] = one.clone_full_name.split('/')
  const description = descriptionOf(one.id)
  const created = await createRepository(
    host,
    { owner, ownerKind: 'member', name, isPrivate: true, description },
    { signal },
  )
  // Deletion goes by the id from here on.
  if (!(await recordRepository(serverSql(needs.db), one.id, created.id))) throw new Ended()
  const all = files.files.length
  const onProgress = ({ phase, done, all: steps }: Progress) =>
    phase === 'uploading' &&
    beat.report({ done: Math.round((done / Math.max(1, steps)) * all), all })
  await copyBranch(
    host,
    files,
    { owner, name, branch: created.defaultBranch },
    { created, message: MESSAGE, signal, onProgress },
  )
  await requireSameTree(work, created.defaultBranch, files)
  signal.throwIfAborted()
  await makePublic(work)
}

/** A copy is never public before it is whole. */
async function requireSameTree(
  { needs, one, token }: Work,
  branch: string,
  { listing }: BranchFiles,
): Promise<void> {
  const { copies } = githubOf(needs)
  const tree = await copies.treeOf(await token(), one.clone_full_name, branch)
  if (tree === null || tree !== listing.root) throw new SyncError('tree_mismatch')
}

async function makePublic({ needs, one, token }: Work): Promise<void> {
  const accessToken = await token()
  const isWanted = await needs.db.as(theServer, async (sql) => {
    const after = await planPublication(sql, one.id)
    if (after) await sendJob(sql, 'delete-clone', { cloneId: one.id }, { after })
    return after !== null
  })
  if (!isWanted) throw new Ended()

  const { copies } = githubOf(needs)
  if (!(await copies.setPrivate(accessToken, one.clone_full_name, false))) {
    throw new SyncError('no_write_access')
  }
  if (!(await recordPublic(serverSql(needs.db), one.id))) throw new Ended()
}

async function cleanUp(
  needs: PrivateImports,
  id: string,
  error: unknown,
  { aborted }: AbortSignal,
): Promise<void> {
  const code = aborted ? 'server_stopped' : codeOf(error)
  if (code === null) needs.log.error({ err: error }, 'private import failed')
  await failImport(serverSql(needs.db), id, code ?? 'github_unavailable')
  await deleteCopy(needs, id, { isForced: true })
}

function codeOf(error: unknown): string | null {
  if (error instanceof SyncError) return error.code
  if (error instanceof ProviderError) return 'github_unavailable'
  if (error instanceof AppError) return error.status < 500 ? 'not_connected' : 'github_unavailable'

  return error instanceof Ended ? 'cancelled' : null
}
