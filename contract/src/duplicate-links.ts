import { type RowOf, rowsOf } from './reply-shape.ts'

/** Of `get_duplicate_links`, those of one branch one after the other. */
const DUPLICATE_LINK = {
  link_id: 'text',
  project_name: 'text',
  repo_owner: 'text',
  repo_name: 'text',
  branch: 'text',
  last_sync_at: 'text or null',
} as const

export type DuplicateLink = RowOf<typeof DUPLICATE_LINK>

export const duplicateLinksReply = rowsOf(DUPLICATE_LINK)
