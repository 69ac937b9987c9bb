import type { Database } from '@app/contract/rows'
import type { MessageKey } from '#i18n/messages.ts'

type Row = Database['public']['Tables']['projects']['Row']

export type Role = 'owner' | 'editor' | 'viewer'

export type Project = Pick<
  Row,
  'id' | 'name' | 'description' | 'start_date' | 'end_date' | 'updated_at'
> & {
  status: ProjectStatus
  /** What the reader himself is in it. */
  role: Role
  /** `owner/name` at the code host. */
  repository: string | null
}

export const STATUSES = ['planned', 'active', 'completed', 'archived'] as const

export type ProjectStatus = (typeof STATUSES)[number]

export const STATUS_WORDS: Record<ProjectStatus, MessageKey> = {
  planned: 'project.status.planned',
  active: 'project.status.active',
  completed: 'project.status.completed',
  archived: 'project.status.archived',
}
