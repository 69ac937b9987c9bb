import { parseRepository } from '@app/contract/repository-name'
import type { Project, ProjectInput, ProjectStatus } from '#api/projects/projects.ts'
import type { MessageKey } from '#i18n/messages.ts'

/** A project in the form's format: missing values are empty texts. */
export type ProjectDraft = {
  name: string
  description: string
  startDate: string
  endDate: string
  status: ProjectStatus
  repository: string
}

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

export function projectErrors(draft: ProjectDraft): { [Name in keyof ProjectDraft]?: MessageKey } {
  const { name, startDate, endDate, repository } = draft
  // ISO dates sort as texts.
  const endsTooEarly = startDate !== '' && endDate !== '' && endDate < startDate
  const isUnreadable = repository.trim() !== '' && !parseRepository(repository)

  return {
    ...(name.trim() === '' && { name: 'project.nameRequired' }),
    ...(endsTooEarly && { endDate: 'project.endsTooEarly' }),
    ...(isUnreadable && { repository: 'project.repositoryForm' }),
  }
}

export const inputOf = (draft: ProjectDraft): ProjectInput => ({
  name: draft.name.trim(),
  description: draft.description.trim() || null,
  start_date: draft.startDate || null,
  end_date: draft.endDate || null,
  status: draft.status,
  repository: parseRepository(draft.repository),
})
