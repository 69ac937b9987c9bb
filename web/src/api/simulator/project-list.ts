import type { SyncConflict, SyncedProject, SyncProjectsReply } from '@app/contract/project-sync'
import { readStored, writeStored } from '#browser/storage.ts'
import { askFunction, askRows } from './own-rows.ts'

/** What the simulator remembers of the server's list, as the extension does. */
export type RememberedList = {
  /** When the whole list was fetched last; ISO. Only what is missing since then was deleted here. */
  fetchedAt: string | null
  projects: SyncedProject[]
}

export type SentProject = {
  bolt_project_id: string
  project_name: string
  github_repo_owner?: string | null
  github_repo_name?: string | null
  github_branch?: string | null
  last_modified?: string | null
}

const EMPTY: RememberedList = { fetchedAt: null, projects: [] }

const keyOf = (userId: string) => `simulator-projects-${userId}`

export function rememberedList(userId: string): RememberedList {
  try {
    return (JSON.parse(readStored(keyOf(userId)) ?? 'null') as RememberedList | null) ?? EMPTY
  } catch {
    return EMPTY
  }
}

export const rememberList = (userId: string, list: RememberedList): void =>
  writeStored(keyOf(userId), JSON.stringify(list))

type Direction = 'auto-resolve' | 'keep-remote'

export function syncProjects(
  localProjects: SentProject[],
  conflictResolution: Direction,
  lastSyncTimestamp: string | null,
): Promise<SyncProjectsReply> {
  return askFunction('sync-bolt-projects', syncReply, {
    localProjects,
    conflictResolution,
    ...(lastSyncTimestamp && { lastSyncTimestamp }),
  })
}

/** The extension counts all three lists without a look. */
const syncReply = {
  parse(reply: unknown): SyncProjectsReply {
    const { updatedProjects, conflicts, deletedProjects } = Object(reply)
    if (![updatedProjects, conflicts, deletedProjects].every(Array.isArray)) {
      throw new TypeError('not a reply of sync-bolt-projects')
    }
    return reply as SyncProjectsReply
  },
}

/** The name of the project that a conflict is about. */
export const conflictName = ({ project }: SyncConflict): string => {
  const { project_name, bolt_project_id } = Object(project) as Record<string, unknown>

  return String(project_name ?? bolt_project_id ?? '')
}

/** `id` is the row's, not the builder's. */
export async function restoreProject(id: string): Promise<void> {
  await askRows('rpc/restore_bolt_project', {
    method: 'POST',
    body: JSON.stringify({ input_project_id: id }),
  })
}
