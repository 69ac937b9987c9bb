import { parseRepository, type RepositoryName } from '@app/contract/repository-name'
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

export const repositoryOf = ({ repository }: ProjectDraft): RepositoryName | null =>
  parseRepository(repository)

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
