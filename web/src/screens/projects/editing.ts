import type { LinkedProject } from '#features/linked-projects/linked-project.ts'

/** What the dialog is about: nothing, a link to be made, or one to be changed. */
export type Editing = LinkedProject | 'new' | null
