import * as z from 'zod/mini'
import { storable } from './storable.ts'
import { time } from './time.ts'

/** The limit of one call; real users have a few hundred. */
export const SYNC_MAX_PROJECTS = 5000

export const syncProjectsBody = z.object({
  /** Each is parsed individually, so that an invalid one does not affect the others. */
  localProjects: z.array(z.unknown()).check(z.maxLength(SYNC_MAX_PROJECTS)),
  /** A client with a timestamp has synced before, so its missing projects were deleted. */
  lastSyncTimestamp: z.optional(z.nullable(z.string())),
  conflictResolution: z._default(
    z.enum(['auto-resolve', 'keep-local', 'keep-remote']),
    'auto-resolve',
  ),
})

const text = (most: number) => z.nullish(z.string().check(z.maxLength(most), storable))

/** The extension's data about one project. The table's limits. */
export const sentProject = z.object({
  bolt_project_id: z.string().check(z.regex(/^[a-zA-Z0-9_-]{1,200}$/)),
  project_name: z.string().check(z.minLength(1), z.maxLength(200), storable),
  project_description: text(10_000),
  github_repo_owner: text(100),
  github_repo_name: text(200),
  github_branch: text(255),
  github_repo_url: z.nullish(
    z.string().check(z.regex(/^https?:\/\//), z.maxLength(2000), storable),
  ),
  is_private: z.nullish(z.boolean()),
  last_modified: z.nullish(time),
})

export type SentProject = z.infer<typeof sentProject>

export type SyncedProject = {
  id: string
  bolt_project_id: string
  project_name: string
  project_description: string | null
  github_repo_owner: string | null
  github_repo_name: string | null
  github_branch: string | null
  github_repo_url: string | null
  is_private: boolean
  last_modified: string | null
}

export type SyncConflict = { project: unknown; error: string }

export type SyncProjectsReply = {
  success: true
  /** Projects that this call wrote, or that the server knows better; with `keep-remote`, all. */
  updatedProjects: SyncedProject[]
  conflicts: SyncConflict[]
  /** Ids in the builder. */
  deletedProjects: string[]
}
