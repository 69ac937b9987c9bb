import { COPY_PUBLIC_MS } from '@app/contract/private-import-replies'
import { copyBranch } from '@app/sync/copy-branch'
import { createRepository } from '@app/sync/create-repository'
import { findSecrets } from '@app/sync/find-secrets'
import type { Host } from '@app/sync/host'
import { openOperation, type Progress } from '@app/sync/progress'
import { type BranchFiles, readBranch } from '@app/sync/read-branch'
import { SyncError } from '@app/sync/sync-error'
import { note } from '#store/log.ts'
import { local, type OwnCopy } from '#store/storage.ts'
import { setAlarms, wakeToResume } from './alarms.ts'
import {
  changeCopy,
  forgetOldCopies,
  readOwnCopy,
  requiredCopy,
  runningOwnCopy,
} from './copy-list.ts'
import {
  copyName,
  deletionAt,
  descriptionOf,
  isOpenCopy,
  isOurs,
  isPostponed,
  isPublicCopy,
  waitAfter,
} from './copy-rules.ts'
import { githubHost, personalToken } from './github.ts'
import { keepAwake, mayRest } from './keep-awake.ts'

// A private repository for the builder, with a personal token. The token never reaches our server, so no server can
// delete the copy: this browser does, at its minute, and at every start first what it finds in its list.

/** The same as for copies that the server makes. */
const LIMITS = { files: 2000, bytes: 100_000_000 }
/** One more entry says where the search stopped. */
const MOST_FINDINGS = 199
const MESSAGE = 'Temporary copy'

type Started = { kind: 'started'; cloneId: string } | { kind: 'refused'; code: string }

/** Copies that this worker is making. Copies of earlier workers are deleted. */
const running = new Map<string, AbortController>()
const timers = new Map<string, ReturnType<typeof setTimeout>>()

export async function startOwnCopy(fullName: string, branch: string | null): Promise<Started> {
  const own = await personalToken()
  if (!own || !branch) return { kind: 'refused', code: 'not_connected' }
  const found = await runningOwnCopy()
  if (found) return { kind: 'started', cloneId: found }
  // The rights of a fine-grained token cannot be read before.
  if (own.lacks?.includes('delete_repo')) return { kind: 'refused', code: 'token_not_deletable' }
  const id = crypto.randomUUID()
  const name = copyName(crypto.getRandomValues(new Uint8Array(26)))
  const copy: OwnCopy = {
    id,
    source_full_name: fullName,
    branch,
    clone_full_name: `${own.login}/${name}`,
    status: 'reading',
    files_done: 0,
    files_all: null,
    findings: null,
    error_code: null,
    made_public_at: null,
    delete_at: new Date(Date.now()).toISOString(),
    deleted_at: null,
    created_at: new Date().toISOString(),
    repositoryId: null,
    commit: null,
    isAccepted: false,
    tries: 0,
    tryAgainAt: null,
  }
  await local.change('copies', (all) => ({ ...all, [id]: copy }))
  void run(id)

  return { kind: 'started', cloneId: id }
}

export async function acceptOwnSecrets(id: string): Promise<void> {
  await changeCopy(id, { status: 'reading', isAccepted: true })
  void run(id)
}

async function run(id: string): Promise<void> {
  const stop = new AbortController()
  running.set(id, stop)
  keepAwake(`copy ${id}`)
  try {
    await wakeToResume()
    await make(id, await githubHost(), stop.signal)
  } catch (error) {
    const code = error instanceof SyncError ? error.code : 'server_stopped'
    await note(`copy: ${code}`)
    await changeCopy(id, { error_code: stop.signal.aborted ? null : code })
    await deleteOwnCopy(id)
  } finally {
    running.delete(id)
    if (!timers.has(id)) mayRest(`copy ${id}`)
    await setAlarms()
  }
}

async function make(id: string, host: Host, signal: AbortSignal): Promise<void> {
  const copy = await requiredCopy(id)
  const [owner = '', name = ''] = copy.source_full_name.split('/')
  const onProgress = reporter(id)
  const files = await readBranch(
    host,
    { owner, name, branch: copy.branch ?? '' },
    { limits: LIMITS, signal, onProgress },
  )
  await changeCopy(id, { commit: files.commit, files_all: files.files.length })
  const findings = findingsIn(files)
  if (findings.length > 0 && !copy.isAccepted) {
    await changeCopy(id, { status: 'asking', findings })
    return
  }
  await publish(await requiredCopy(id), files, { host, signal, onProgress })
}

const findingsIn = ({ files }: BranchFiles) =>
  findSecrets(files, { findings: MOST_FINDINGS }).findings.map(
    ({ path, line, column, endColumn, kind, start, count }) => ({
      path,
      line,
      column,
      endColumn,
      kind,
      start,
      count,
    }),
  )

type Making = { host: Host; signal: AbortSignal; onProgress: (progress: Progress) => void }

/** It becomes public only when it is complete and the time of its deletion is stored. */
async function publish(copy: OwnCopy, files: BranchFiles, making: Making): Promise<void> {
  const { host, signal, onProgress } = making
  const { id } = copy
  const [owner = '', name = ''] = copy.clone_full_name.split('/')
  await changeCopy(id, { status: 'creating' })
  const wanted = { owner, ownerKind: 'member', name, description: descriptionOf(id) } as const
  const created = await createRepository(host, wanted, { signal })
  await changeCopy(id, { status: 'copying', repositoryId: created.id })
  const { defaultBranch } = created
  const target = { owner, name, branch: defaultBranch }
  await copyBranch(host, files, target, {
    created: { defaultBranch },
    message: MESSAGE,
    signal,
    onProgress,
  })
  if (signal.aborted) throw new SyncError('cancelled')
  const now = Date.now()
  const deleteAt = now + COPY_PUBLIC_MS
  await changeCopy(id, {
    made_public_at: new Date(now).toISOString(),
    delete_at: new Date(deleteAt).toISOString(),
  })
  await setAlarms()
  deleteAtItsMinute(id, deleteAt)
  if (!(await setPrivate(host, copy.clone_full_name, false))) {
    await changeCopy(id, { made_public_at: null })
    throw new SyncError('no_write_access')
  }
  await changeCopy(id, { status: 'public' })
}

/** The alarm does the same if the worker was terminated. */
function deleteAtItsMinute(id: string, at: number): void {
  clearTimeout(timers.get(id))
  const timer = setTimeout(() => void deleteOwnCopy(id), Math.max(0, at - Date.now()))
  timers.set(id, timer)
  keepAwake(`copy ${id}`)
}

/** Deletes it now, in any state. A copy that cannot be deleted is made private, and retried at growing intervals. */
export async function deleteOwnCopy(id: string): Promise<void> {
  running.get(id)?.abort()
  await navigator.locks.request(`copy-${id}`, async () => {
    const copy = await readOwnCopy(id)
    if (!copy || copy.deleted_at !== null) return
    if (copy.status !== 'failed') await changeCopy(id, { status: 'deleting' })
    const outcome = await remove(copy).catch(() => 'refused' as const)
    if (outcome === 'refused') {
      await note(`copy: ${copy.clone_full_name.slice(-6)} could not be deleted`)
      await changeCopy(id, {
        status: 'failed',
        error_code: 'token_not_deletable',
        tries: copy.tries + 1,
        tryAgainAt: Date.now() + waitAfter(copy.tries),
      })
      return
    }
    await changeCopy(id, {
      status: copy.error_code ? 'failed' : 'deleted',
      deleted_at: new Date().toISOString(),
    })
    clearTimeout(timers.get(id))
    timers.delete(id)
    if (!running.has(id)) mayRest(`copy ${id}`)
  })
  await setAlarms()
}

/** A deletion that failed recently waits until its next attempt. */
export async function deleteDueCopy(id: string): Promise<void> {
  const copy = await readOwnCopy(id)
  if (copy && !isPostponed(copy, Date.now())) await deleteOwnCopy(id)
}

async function remove(copy: OwnCopy): Promise<'gone' | 'refused'> {
  if (copy.status === 'reading' || copy.status === 'asking') return 'gone'
  const host = await githubHost()
  const path =
    copy.repositoryId === null
      ? `/repos/${copy.clone_full_name}`
      : `/repositories/${copy.repositoryId}`
  const found = await host.call(openOperation({}), { method: 'GET', path })
  if (found.status === 404) return 'gone'
  if (found.status !== 200) return 'refused'
  const { id, description, full_name: fullName } = Object(found.body)
  // Names are reused: this one is another repository.
  if (copy.repositoryId === null && !isOurs(copy, { id, description })) return 'gone'
  if (isOurs(copy, { id, description })) {
    const answer = await host.call(openOperation({}), {
      method: 'DELETE',
      path: `/repos/${fullName}`,
      isFinal: true,
    })
    if (answer.status === 204 || answer.status === 404) return 'gone'
  }
  await setPrivate(host, fullName, true)

  return 'refused'
}

async function setPrivate(host: Host, fullName: string, isPrivate: boolean): Promise<boolean> {
  const answer = await host.call(openOperation({}), {
    method: 'PATCH',
    path: `/repos/${fullName}`,
    json: { private: isPrivate },
    isFinal: true,
  })
  return answer.status === 200
}

/** Called at every start, and by an alarm: copies of an earlier worker are deleted within their minute. */
export async function settleCopies(): Promise<void> {
  for (const copy of Object.values(await local.read('copies'))) {
    if (running.has(copy.id) || !isOpenCopy(copy)) continue
    const now = Date.now()
    if (isPostponed(copy, now)) continue
    const endsAt = deletionAt(copy, now)
    if (isPublicCopy(copy) && copy.status === 'public' && endsAt > now) {
      deleteAtItsMinute(copy.id, endsAt)
      continue
    }
    if (copy.error_code === null && copy.made_public_at === null) {
      await changeCopy(copy.id, { error_code: 'server_stopped' })
    }
    await deleteOwnCopy(copy.id)
  }
  await forgetOldCopies()
}

/** The panel counts files; the engine counts requests while it sends. */
function reporter(id: string): (progress: Progress) => void {
  let told = 0

  return ({ phase, done, all }) => {
    if (phase !== 'reading' && phase !== 'uploading') return
    if (Date.now() - told < 500) return
    told = Date.now()
    void local.change('copies', (copies) => {
      const copy = copies[id]
      if (!copy) return copies
      const files = phase === 'reading' ? all : (copy.files_all ?? all)
      const part = Math.round((done / Math.max(1, all)) * files)
      return { ...copies, [id]: { ...copy, files_done: part, files_all: files } }
    })
  }
}
