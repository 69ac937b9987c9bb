import { restoreProject, syncProjects } from '@app/backend-client/project-list'
import type { SyncProjectsReply } from '@app/contract/project-sync'
import type { Target } from '@app/sync/target'
import { captures } from '#store/database.ts'
import { note } from '#store/log.ts'
import { type KnownProject, local } from '#store/storage.ts'
import { announce } from './announce.ts'
import {
  afterFetch,
  afterSend,
  FIRST,
  forAccount,
  lastSyncOf,
  sentOf,
  withoutLink,
} from './list-rules.ts'
import { backend, codeOf, noteRefusal, openSession } from './session.ts'

export async function knownProject(id: string): Promise<KnownProject | null> {
  const known = (await local.read('projects'))[id]

  return known ? { ...FIRST, ...known } : null
}

/** A project on display in a tab. Its name follows the builder's, unless that has none. */
export async function meetProject(id: string, name: string): Promise<void> {
  const known = await knownProject(id)
  if (known && (known.name === name || name === '')) return
  await changeProject(id, (project) => ({ ...project, name: name || id }))
}

export const noteActivity = (id: string) =>
  changeProject(id, (project) => ({ ...project, changedAt: Date.now() }))

/** Links a project on this computer and, for members, on the server. */
export async function linkProject(
  id: string,
  target: Target,
  { isImported = false } = {},
): Promise<void> {
  await changeProject(id, (project) => ({
    ...project,
    target,
    linkedAt: Date.now(),
    isUnsent: true,
    isImported,
  }))
  await local.change('unlinked', (all) => all.filter((one) => one !== id))
  announce()
  await syncList()
}

/** The only way in which a project leaves the list. */
export async function unlinkProject(id: string): Promise<void> {
  const known = await knownProject(id)
  if (known?.rowId) await local.change('unlinked', (all) => [...new Set([...all, id])])
  await changeProject(id, withoutLink)
  await captures.remove(id)
  announce()
  await syncList()
}

export async function bringBackProject(rowId: string): Promise<void> {
  await restoreProject(backend, rowId)
  await syncList()
}

/** What a person set for one project. It stays in this browser. */
export async function changeProjectSettings(
  id: string,
  part: Partial<Pick<KnownProject, 'message' | 'leaveOut' | 'isImported'>>,
): Promise<void> {
  await changeProject(id, (project) => ({ ...project, ...part }))
  announce()
}

async function changeProject(
  id: string,
  make: (project: KnownProject) => KnownProject,
): Promise<void> {
  await local.change('projects', (all) => ({
    ...all,
    [id]: make({ ...FIRST, id, ...all[id] }),
  }))
}

/** The server's limit for one call. */
const MOST_SENT = 5000

/**
 * First the server's whole list, then what changed here. Then only projects that were removed here are missing, so
 * browsers do not delete each other's rows. Null without an account, or without an answer.
 */
export async function syncList(): Promise<SyncProjectsReply | null> {
  return navigator.locks.request('project-list', async () => {
    const session = await openSession()
    if (!session) return null
    try {
      await takeAccount(session.userId)
      const { reply: fetched, began } = await fetchWhole()
      const reply = await sendChanges(began)
      announce()
      return { ...reply, updatedProjects: fetched.updatedProjects }
    } catch (error) {
      await noteRefusal(error)
      await note(`projects: not synced (${codeOf(error)})`)
      return null
    }
  })
}

async function takeAccount(userId: string): Promise<void> {
  const owner = await local.read('listOwner')
  if (owner === userId) return
  if (owner !== null) {
    await local.change('projects', (all) => ({ ...forAccount(all) }))
    await local.write('unlinked', [])
  }
  await local.write('listOwner', userId)
}

async function fetchWhole(): Promise<{ reply: SyncProjectsReply; began: string }> {
  const began = new Date().toISOString()
  const sent = sentOf(await local.read('projects')).slice(0, MOST_SENT)
  const reply = await syncProjects(backend, sent, 'keep-remote', null)
  const rows = reply.updatedProjects
  const listed = new Set(rows.map((row) => row.bolt_project_id))
  const unlinked = await local.change('unlinked', (all) => all.filter((one) => listed.has(one)))
  await local.change('projects', (all) => ({ ...afterFetch(all, rows, unlinked) }))
  return { reply, began }
}

async function sendChanges(fetchedAt: string): Promise<SyncProjectsReply> {
  const sent = sentOf(await local.read('projects'))
  const part = sent.slice(0, MOST_SENT)
  const unlinked = await local.read('unlinked')
  const lastSync = lastSyncOf(fetchedAt, { isWhole: sent.length === part.length, unlinked })
  const reply = await syncProjects(backend, part, 'auto-resolve', lastSync)
  await local.change('projects', (all) => ({ ...afterSend(all, part, reply) }))
  // A link that another browser made meanwhile is unlinked again with the next call.
  await local.change('unlinked', (all) => all.filter((one) => !reply.deletedProjects.includes(one)))
  return reply
}
