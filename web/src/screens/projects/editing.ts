import type { LinkedProject } from '#api/recent-projects.ts'

/** What the dialog is about: nothing, a link to be made, or one to be changed. */
export type Editing = LinkedProject | 'new' | null
