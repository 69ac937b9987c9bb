import { BackendError } from '@app/backend-client/backend'
import { recordPull, recordPush } from '@app/backend-client/records'
import { readBase, writeBase } from '@app/backend-client/sync-bases'
import type { Base } from '@app/sync/comparison'
import { readZipBlob } from '@app/sync/read-zip-blob'
import { SyncError } from '@app/sync/sync-error'
import type { Target } from '@app/sync/target'
import type { PushNeeds } from '@app/sync-panels/push-service'
import { recordPullBody, recordPushBody, type Surroundings } from '@app/sync-panels/surroundings'
import { captures, pushes } from '#store/database.ts'
import { type KnownProject, local } from '#store/storage.ts'
import { setAlarms, wakeToResume } from './alarms.ts'
import { withBase } from './base-rules.ts'
import { capture, takeGiven } from './captures.ts'
import { knownProject, linkProject } from './projects.ts'
import { backend, openSession } from './session.ts'
import { tabOf } from './tabs.ts'
import { setUninstallAddress } from './uninstall-address.ts'
import { confirmedAt, inQueue } from './waiting-pushes.ts'

/** The source of a push's files: the builder's page, or the copy made at the confirmation. */
export type Source = { from: 'tab'; mayAsk: boolean } | { from: 'capture' }

/** What the push service needs from the extension, for one project. */
export const pushNeeds = (
  host: PushNeeds['host'],
  project: KnownProject,
  source: () => Source,
): PushNeeds => {
  const ends = endsOf(project.id)

  return {
    host,
    project: {
      id: project.id,
      name: project.name,
      version: project.version,
      target: project.target,
      message: project.message,
      leaveOut: project.leaveOut,
      link: (target) => linkProject(project.id, target),
      readFiles: (watching) => readFiles(project.id, source(), watching),
      intake: null,
    },
    bases: ends.bases,
    notSecrets: notSecretsOf(project.id),
    recordPush: (push) => recordsOf(project).push(push),
    pushes: {
      read: () => pushes.read(project.id),
      write: async (push) => {
        await wakeToResume()
        await pushes.write(project.id, { ...push, since: confirmedAt(project.id) })
      },
      remove: ends.removeJournal,
      alone: (work, { repo, signal }) => {
        const inProject = (inner: typeof work) => inTurn(`push-of-${project.id}`, signal, inner)
        if (!repo) return inProject(work)
        return inQueue(project.id, () =>
          inProject(() =>
            inTurn(`push-to-${repo.toLowerCase()}`, signal, () => inSlot(signal, work)),
          ),
        )
      },
    },
  }
}

/**
 * A worker that Chrome is ending may still reach one store and no longer the other. A push whose result was not
 * stored is resumed after the next start, and finds its commit.
 */
function endsOf(id: string) {
  const bases = basesOf(id)
  let isKept = true

  return {
    bases: {
      read: bases.read,
      write: async (target: Target, base: NonNullable<Base>) => {
        isKept = false
        await bases.keepHere(target, base)
        isKept = true
        await bases.write(target, base)
      },
    },
    removeJournal: async () => {
      if (isKept) await pushes.remove(id)
      await setAlarms()
    },
  }
}

type Watching = Parameters<Surroundings['project']['readFiles']>[0]

async function readFiles(project: string, source: Source, watching: Watching = {}) {
  const zip =
    source.from === 'tab'
      ? await fromTab(project, source.mayAsk, watching)
      : (await captures.read(project))?.zip
  if (!zip) throw new SyncError('contents_missing')

  const version = (await knownProject(project))?.version ?? 0

  return { ...(await readZipBlob(zip)), version }
}

async function fromTab(
  project: string,
  mayAsk: boolean,
  { signal, onProgress }: NonNullable<Watching>,
) {
  const given = mayAsk ? await takeGiven(project) : null
  if (given) return given
  const tabId = await tabOf(project)
  if (tabId === null) throw new SyncError('export_missing')

  return capture({ tabId, project, mayAsk, signal, ...(onProgress && { onBytes: onProgress }) })
}

/** On the server for members, so that every browser knows them. The local copy is used while the server does not answer. */
export const basesOf = (projectId: string) => {
  const keepHere = async (target: Target, base: NonNullable<Base>) => {
    const key = baseKey(projectId, target)
    await local.change('bases', (known) => withBase(known, key, base))
  }
  const bases: Surroundings['bases'] = {
    read: async (target) => {
      const here = (await local.read('bases'))[baseKey(projectId, target)] ?? null
      if (!(await openSession())) return here

      return readBase(backend, projectId, target).catch((error: unknown) => {
        // It may be older than the server's. The review shows what follows, and nothing automatic runs without the server.
        if (isAway(error)) return here
        throw error
      })
    },
    write: async (target, base) => {
      const session = await openSession()
      if (!session) return keepHere(target, base)
      await writeBase(backend, { userId: session.userId, projectId }, target, base)
    },
  }
  return { ...bases, keepHere }
}

const isAway = (error: unknown) =>
  !(error instanceof BackendError) || error.status === 0 || error.status >= 500

const baseKey = (project: string, { owner, name, branch }: Target) =>
  `${project} ${owner}/${name} ${branch}`.toLowerCase()

/** Newer answers replace older ones. */
const MOST_NOT_SECRETS = 2000

export const notSecretsOf = (project: string): Surroundings['notSecrets'] => {
  const change = async (make: (known: string[]) => string[]) => {
    await local.change('notSecrets', (all) => ({
      ...all,
      [project]: make(all[project] ?? []).slice(-MOST_NOT_SECRETS),
    }))
  }
  return {
    read: async () => (await local.read('notSecrets'))[project] ?? [],
    add: (fingerprint) => change((known) => [...new Set([...known, fingerprint])]),
    remove: (fingerprints) => change((known) => known.filter((one) => !fingerprints.includes(one))),
  }
}

/** Without an account there is no server to report to. */
export const recordsOf = ({ id, name }: Pick<KnownProject, 'id' | 'name'>) => ({
  async push(push: Parameters<Surroundings['recordPush']>[0]) {
    await local.change('pushes', (all) =>
      push.commit
        ? { ...all, done: all.done + 1, lastAt: Date.now() }
        : { ...all, failed: all.failed + 1 },
    )
    if (push.commit) await markStep('first_upload')
    await setUninstallAddress()
    if (!(await openSession())) return
    await recordPush(backend, recordPushBody({ boltProjectId: id, name }, push))
  },
  async pull(pull: Parameters<Surroundings['recordPull']>[0]) {
    if (await openSession()) await recordPull(backend, recordPullBody(id, pull))
  },
})

/** Steps of the site's checklist are marked by what really happened. */
export async function markStep(step: Parameters<typeof add>[1]): Promise<void> {
  await local.change('steps', (steps) => add(steps, step))
}

const add = (
  steps: Awaited<ReturnType<typeof local.read<'steps'>>>,
  step: (typeof steps)[number],
) => (steps.includes(step) ? steps : [...steps, step])

/** Limits concurrent pushes, because each holds its project's files in memory. */
const SLOTS = ['push-slot-1', 'push-slot-2']

const inTurn = <Result>(name: string, signal: AbortSignal, work: () => Promise<Result>) =>
  navigator.locks.request(name, { signal }, work)

/** Waiting pushes get a slot in order of arrival. */
async function inSlot<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  const leave = await inTurn('push-turn', signal, () => freeSlot(signal))
  try {
    return await work()
  } finally {
    leave()
  }
}

/** Waits for the first free slot. Returns the function that frees the slot. */
function freeSlot(signal: AbortSignal): Promise<() => void> {
  const found = new AbortController()
  const waiting = AbortSignal.any([signal, found.signal])

  return new Promise((resolve, reject) => {
    for (const slot of SLOTS) {
      void navigator.locks
        .request(slot, { signal: waiting }, async () => {
          if (found.signal.aborted) return
          found.abort()
          await new Promise<void>((leave) => resolve(leave))
        })
        .catch(() => signal.aborted && reject(signal.reason))
    }
  })
}
