import { type RowOf, rowsOf } from './reply-shape.ts'

/** The states of linked projects that our database computes. */
export const SYNC_STATES = [
  'in_sync',
  'github_ahead',
  'push_failed',
  'not_connected',
  'never_pushed',
] as const

/** Whether a linked project and its repository are in sync. */
const SYNC_STATE = {
  project_id: 'text',
  project_name: 'text',
  state: SYNC_STATES,
  /** Commits of others since the member's last push or import. */
  ahead_by: 'int',
  repo_owner: 'text or null',
  repo_name: 'text or null',
  /** The linked branch; null: the link names none. */
  branch: 'text or null',
  /** False in a project shared by somebody else: the state is the owner's. */
  is_mine: 'boolean',
  /** The last push that succeeded. */
  last_push_at: 'text or null',
  last_push_sha: 'text or null',
  last_push_message: 'text or null',
  last_push_branch: 'text or null',
  /** The last push, if it failed. */
  failed_at: 'text or null',
  failed_message: 'text or null',
} as const

export type SyncState = RowOf<typeof SYNC_STATE>

export const syncStatesReply = rowsOf(SYNC_STATE)

/** An item that needs the reader's attention. */
const ATTENTION_ITEM = {
  kind: ['connection_ended', 'connection_ends', 'push_failed', 'github_ahead', 'task_overdue'],
  project_id: 'text or null',
  project_name: 'text or null',
  task_number: 'int or null',
  task_name: 'text or null',
  commits: 'int or null',
  /** Why a push failed, or the login of the connected account. */
  message: 'text or null',
  at: 'text or null',
} as const

export type AttentionItem = RowOf<typeof ATTENTION_ITEM>

export const attentionReply = rowsOf(ATTENTION_ITEM)
