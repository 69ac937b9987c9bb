import { parseRepository } from '@app/contract/repository-name'
import type { Project, ProjectInput, ProjectStatus } from '#api/projects.ts'
import type { MessageKey } from '#i18n/messages.ts'

/** A project in a form: an empty field is an empty text. */
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
  // Both are ISO dates, which sort as text.
  if (draft.startDate && draft.endDate && draft.endDate < draft.startDate) {
    complaints.endDate = 'project.endsTooEarly'
  }
  if (draft.repository.trim() && !parseRepository(draft.repository)) {
    complaints.repository = 'project.repositoryForm'
  }
  return complaints
}

export const inputOf = (draft: ProjectDraft): ProjectInput => ({
  name: draft.name.trim(),
  description: draft.description.trim() || null,
  start_date: draft.startDate || null,
  end_date: draft.endDate || null,
  status: draft.status,
  repository: parseRepository(draft.repository),
})

export function isSameDraft(one: ProjectDraft, other: ProjectDraft): boolean {
  return (Object.keys(one) as (keyof ProjectDraft)[]).every((field) => one[field] === other[field])
}
