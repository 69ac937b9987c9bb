import type { SyncConflict, SyncedProject, SyncProjectsReply } from '@app/contract/project-sync'
import type { Backend } from './backend.ts'

/** A client's copy of the server's list. */
export type RememberedList = {
  /** When the complete list was last fetched, in ISO 8601. A project that was in it and is missing now was deleted here. */
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

type Direction = 'auto-resolve' | 'keep-remote'

export function syncProjects(
  backend: Backend,
  localProjects: SentProject[],
  conflictResolution: Direction,
  lastSyncTimestamp: string | null,
): Promise<SyncProjectsReply> {
  return backend.callFunction('sync-bolt-projects', syncReply, {
    localProjects,
    conflictResolution,
    ...(lastSyncTimestamp && { lastSyncTimestamp }),
  })
}

/** The extension reads the length of all three lists unchecked. */
const syncReply = {
  parse(reply: unknown): SyncProjectsReply {
    const { updatedProjects, conflicts, deletedProjects } = Object(reply)
    if (![updatedProjects, conflicts, deletedProjects].every(Array.isArray)) {
      throw new TypeError('not a reply of sync-bolt-projects')
    }
    return reply as SyncProjectsReply
  },
}

/** The stored rows, updated with those that the server wrote or deleted. */
export function merged(
  { projects }: RememberedList,
  { updatedProjects, deletedProjects }: SyncProjectsReply,
): SyncedProject[] {
  const changed = new Set(updatedProjects.map((one) => one.bolt_project_id))
  const kept = projects.filter(
    ({ bolt_project_id: id }) => !changed.has(id) && !deletedProjects.includes(id),
  )

  return [...kept, ...updatedProjects]
}

/** The name of the project in conflict. */
export const conflictName = ({ project }: SyncConflict): string => {
  const { project_name, bolt_project_id } = Object(project) as Record<string, unknown>

  return String(project_name ?? bolt_project_id ?? '')
}

/** `id` is the row's, not the builder's. */
export async function restoreProject(backend: Backend, id: string): Promise<void> {
  await backend.rows('rpc/restore_bolt_project', {
    method: 'POST',
    body: JSON.stringify({ input_project_id: id }),
  })
}
