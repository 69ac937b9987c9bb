import type { MessageKey } from '#i18n/messages.ts'
import type { Project, ProjectStatus } from './project.ts'

/** A project as it stands in a form: what is not filled in is an empty text. */
export type ProjectDraft = {
  name: string
  description: string
  startDate: string
  endDate: string
  status: ProjectStatus
  repository: string
}

export type Complaints = Partial<Record<keyof ProjectDraft, MessageKey>>

export const EMPTY_DRAFT: ProjectDraft = {
  name: '',
  description: '',
  startDate: '',
  endDate: '',
  status: 'active',
  repository: '',
}

export const draftOf = (project: Project): ProjectDraft => ({
  name: project.name,
  description: project.description ?? '',
  startDate: project.start_date ?? '',
  endDate: project.end_date ?? '',
  status: project.status,
  repository: project.repository ?? '',
})

/** What the code host allows in the names of owners and repositories. */
const REPOSITORY = /^([\w-]{1,100})\/([\w.-]{1,100})$/

export function complaintsAbout(draft: ProjectDraft): Complaints {
  const complaints: Complaints = {}

  if (!draft.name.trim()) complaints.name = 'project.nameRequired'
  // Dates in this form are compared as they are read.
  if (draft.startDate && draft.endDate && draft.endDate < draft.startDate) {
    complaints.endDate = 'project.endsTooEarly'
  }
  if (draft.repository.trim() && !repositoryOf(draft)) {
    complaints.repository = 'project.repositoryForm'
  }
  return complaints
}

/** Also understood as the address of the repository's page. */
export function repositoryOf({ repository }: ProjectDraft): { owner: string; name: string } | null {
  const short = repository
    .trim()
    .replace(/^https?:\/\/[^/]+\//, '')
    .replace(/(\.git)?\/?$/, '')
  const [, owner, name] = REPOSITORY.exec(short) ?? []

  return owner && name ? { owner, name } : null
}

/** The columns of the table, as they would be written. */
export const columnsOf = (draft: ProjectDraft) => ({
  name: draft.name.trim(),
  description: draft.description.trim() || null,
  start_date: draft.startDate || null,
  end_date: draft.endDate || null,
  status: draft.status,
})

export function isSameDraft(one: ProjectDraft, other: ProjectDraft): boolean {
  return (Object.keys(one) as (keyof ProjectDraft)[]).every((field) => one[field] === other[field])
}
