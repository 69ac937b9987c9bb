import type { ProjectStatus } from '#api/projects/projects.ts'
import type { MessageKey } from '#i18n/messages.ts'

export const STATUS_WORDS: Record<ProjectStatus, MessageKey> = {
  planned: 'project.status.planned',
  active: 'project.status.active',
  completed: 'project.status.completed',
  archived: 'project.status.archived',
}
