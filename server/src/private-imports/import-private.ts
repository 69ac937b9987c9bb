import { COPY_PUBLIC_MS } from '@app/contract/private-import-replies'
import { theServer } from '@app/platform/db/database.ts'
import { serverSql } from '@app/platform/db/server-sql.ts'
import { AppError } from '@app/platform/errors/app-error.ts'
import { ProviderError } from '@app/platform/outside/provider-error.ts'
import { createRepository } from '@app/sync/create-repository'
import type { Host } from '@app/sync/host'
import type { Progress } from '@app/sync/progress'
import { SyncError } from '@app/sync/sync-error'
import { sendJob } from '#jobs/job-kinds.ts'
import { deleteCopy } from './delete-copy.ts'
import type { Copy } from './deletions-table.ts'
import { type Heartbeat, startHeartbeat } from './heartbeat.ts'
import {
  EngineStopped,
  type ImportEngine,
  openImportEngine,
  type SearchedBranch,
  SearchFailed,
} from './import-engine.ts'
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

/** The import was cancelled; the canceller deletes the copy. */
class Ended extends Error {}

type Work = {
  needs: PrivateImports
  one: Import
  token: () => Promise<string>
  host: Host
  engine: ImportEngine
  beat: Heartbeat
  signal: AbortSignal
}

/** Reads and searches the branch, copies it into a private repository of the member, and publishes that. */
export async function importPrivate(
  needs: PrivateImports,
  cloneId: string,
  signal: AbortSignal,
): Promise<void> {
  const one = await beginImport(serverSql(needs.db), cloneId)
  if (!one) return

  const beat = startHeartbeat(needs, cloneId)
  const both = AbortSignal.any([signal, beat.ended])
  let engine: ImportEngine | undefined
  try {
    const token = (refused?: string) => tokenFor(needs, one, refused !== undefined)
    const { syncHost, syncSettings } = githubOf(needs)
    const onProgress = reporter(beat)
    engine = openImportEngine(syncSettings, {
      token,
      signal: both,
      searchLimitMs: needs.searchLimitMs,
      onProgress,
    })
    await run({ needs, one, token, host: syncHost(token), engine, beat, signal: both })
  } catch (error) {
    await beat.stop()
    // If nothing was created at GitHub yet, another server may start over.
    if (signal.aborted && (await releaseImport(serverSql(needs.db), cloneId))) throw error
    await cleanUp(needs, cloneId, error, signal)
  } finally {
    await beat.stop()
    await engine?.close()
  }
}

/** The engine counts requests; the progress shown to members counts files. */
function reporter(beat: Heartbeat): (progress: Progress) => void {
  let files = 0

  return ({ phase, done, all }) => {
    if (phase === 'reading') {
      files = Math.max(files, all)
      beat.report({ done, all })
    }
    if (phase === 'uploading') {
      beat.report({ done: Math.round((done / Math.max(1, all)) * files), all: files })
    }
  }
}

/** If a member connected another account in the meantime, the copy is not there. */
async function tokenFor(needs: PrivateImports, one: Import, check: boolean): Promise<string> {
  const { accessToken, githubUserId } = await needs.connectionOf(one.user_id, { check })
  if (githubUserId !== one.github_user_id) throw new SyncError('not_connected')

  return accessToken
}

async function run(work: Work): Promise<void> {
  const { needs, one, engine } = work
  const [owner = '', name = ''] = one.source_full_name.split('/')
  const searched = await engine.read({ owner, name, branch: one.branch })
  const isAccepted = searched.findings.length === 0 || one.accepted_commit === searched.commit
  const isGoingOn = await (isAccepted ? beginCreating : askAbout)(
    serverSql(needs.db),
    one.id,
    searched,
  )
  if (!isGoingOn) throw new Ended()
  if (isAccepted) await publishCopy(work, searched)
}

async function publishCopy(work: Work, searched: SearchedBranch): Promise<void> {
  const { needs, one, host, engine, signal } = work
  const [owner = '', name = ''] = one.clone_full_name.split('/')
  const description = descriptionOf(one.id)
  const created = await createRepository(
    host,
    { owner, ownerKind: 'member', name, isPrivate: true, description },
    { signal },
  )
  // From here on, deletion uses the id.
  if (!(await recordRepository(serverSql(needs.db), one.id, created.id))) throw new Ended()
  const { defaultBranch } = created
  await engine.copy({
    target: { owner, name, branch: defaultBranch },
    created: { defaultBranch },
    message: MESSAGE,
  })
  await requireSameTree(work, defaultBranch, searched)
  signal.throwIfAborted()
  await makePublic(work, created.id)
}

/** A copy is never published before it is complete. */
async function requireSameTree(
  { needs, one, token }: Work,
  branch: string,
  searched: SearchedBranch,
): Promise<void> {
  const { copies } = githubOf(needs)
  const tree = await copies.treeOf(await token(), one.clone_full_name, branch)
  if (tree === null || tree !== searched.tree) throw new SyncError('tree_mismatch')
}

async function makePublic({ needs, one, token }: Work, repositoryId: number): Promise<void> {
  const accessToken = await token()
  const since = performance.now()
  const isWanted = await needs.db.as(theServer, async (sql) => {
    const after = await planPublication(sql, one.id)
    if (after) await sendJob(sql, 'delete-clone', { cloneId: one.id }, { after })
    return after !== null
  })
  if (!isWanted) throw new Ended()

  // Nothing is published unless the thread has scheduled its deletion.
  const dueMs = COPY_PUBLIC_MS - (performance.now() - since)
  await needs.deletions.schedule(copyOf(one, repositoryId), accessToken, dueMs)
  const { copies } = githubOf(needs)
  if (!(await copies.setPrivate(accessToken, one.clone_full_name, false))) {
    throw new SyncError('no_write_access')
  }
  if (!(await recordPublic(serverSql(needs.db), one.id))) throw new Ended()
}

/** The copy in the deletion thread's form, without database access. */
const copyOf = (one: Import, repositoryId: number): Copy => ({
  id: one.id,
  user_id: null,
  clone_full_name: one.clone_full_name,
  github_repo_id: String(repositoryId),
  installation_id: one.installation_id,
  was_public: true,
  is_in_work: false,
})

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
  if (error instanceof SearchFailed) return 'search_failed'
  if (error instanceof EngineStopped) return 'server_stopped'
  if (error instanceof AppError) return error.status < 500 ? 'not_connected' : 'github_unavailable'

  return error instanceof Ended ? 'cancelled' : null
}
