import type { Role } from '#api/projects/projects.ts'
import type { MessageKey } from '#i18n/messages.ts'

export const ROLE_WORDS: Record<Role, MessageKey> = {
  owner: 'team.roles.owner',
  editor: 'team.roles.editor',
  viewer: 'team.roles.viewer',
}
