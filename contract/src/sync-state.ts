import * as z from 'zod/mini'

/** Of `get_sync_states`: whether a linked project and its repository agree. */
const SYNC_STATES = [
  'in_sync',
  'github_ahead',
  'push_failed',
  'not_connected',
  'never_pushed',
] as const

const text = z.nullable(z.string())

const syncState = z.object({
  project_id: z.guid(),
  project_name: z.string(),
  state: z.enum(SYNC_STATES),
  /** Commits of others since the member's last push or import. */
  ahead_by: z.int(),
  repo_owner: text,
  repo_name: text,
  /** The linked branch; null: the link names none. */
  branch: text,
  /** False in a project that somebody else shares: the state is its owner's. */
  is_mine: z.boolean(),
  /** The last push that succeeded. */
  last_push_at: text,
  last_push_sha: text,
  last_push_message: text,
  last_push_branch: text,
  /** The last push, if it failed. */
  failed_at: text,
  failed_message: text,
})

export type SyncState = z.infer<typeof syncState>

export const syncStatesReply = z.array(syncState)

const ATTENTION_KINDS = [
  'connection_ended',
  'connection_ends',
  'push_failed',
  'github_ahead',
  'task_overdue',
] as const

/** Of `get_attention`: something that its reader should look at. */
const attentionItem = z.object({
  kind: z.enum(ATTENTION_KINDS),
  project_id: z.nullable(z.guid()),
  project_name: text,
  task_number: z.nullable(z.int()),
  task_name: text,
  commits: z.nullable(z.int()),
  /** Why a push failed, or the login of the connected account. */
  message: text,
  at: text,
})

export type AttentionItem = z.infer<typeof attentionItem>

export const attentionReply = z.array(attentionItem)

/** Of a push record: the first 300 of its files. */
export const changedFiles = z.array(
  z.object({ path: z.string(), change: z.enum(['added', 'modified', 'deleted']) }),
)

export type ChangedFile = z.infer<typeof changedFiles>[number]
