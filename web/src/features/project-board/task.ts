import type { Database } from '@app/contract/rows'
import type { MessageKey } from '#i18n/messages.ts'

type Row = Database['public']['Tables']['tasks']['Row']

/** In the order of their columns. */
export const TASK_STATUSES = ['todo', 'inProgress', 'done'] as const
export const PRIORITIES = ['low', 'medium', 'high'] as const

export type TaskStatus = (typeof TASK_STATUSES)[number]
export type Priority = (typeof PRIORITIES)[number]

export type Task = Pick<
  Row,
  'id' | 'name' | 'assignee_id' | 'due_date' | 'position' | 'updated_at'
> & { status: TaskStatus; priority: Priority }

export const COLUMN_WORDS: Record<TaskStatus, MessageKey> = {
  todo: 'board.columns.todo',
  inProgress: 'board.columns.inProgress',
  done: 'board.columns.done',
}

export const PRIORITY_WORDS: Record<Priority, MessageKey> = {
  low: 'board.priorities.low',
  medium: 'board.priorities.medium',
  high: 'board.priorities.high',
}
