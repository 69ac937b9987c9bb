import type { TaskPriority, TaskStatus } from '#api/projects/tasks.ts'
import type { MessageKey } from '#i18n/messages.ts'

export const COLUMN_WORDS: Record<TaskStatus, MessageKey> = {
  todo: 'board.columns.todo',
  inProgress: 'board.columns.inProgress',
  done: 'board.columns.done',
}

export const PRIORITY_WORDS: Record<TaskPriority, MessageKey> = {
  low: 'board.priorities.low',
  medium: 'board.priorities.medium',
  high: 'board.priorities.high',
}
