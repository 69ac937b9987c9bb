import type { MessageKey } from '#i18n/messages.ts'
import type { Project, ProjectStatus } from './project.ts'

/** A project as a form shows it: what is not filled in is an empty text. */
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

/** What the code host allows in the names of owners and repositories. */
const REPOSITORY = /^([\w-]{1,100})\/([\w.-]{1,100})$/

export function projectErrors(draft: ProjectDraft): { [Name in keyof ProjectDraft]?: MessageKey } {
  const { name, startDate, endDate, repository } = draft
  // ISO dates sort as texts.
  const endsTooEarly = startDate !== '' && endDate !== '' && endDate < startDate

  return {
    ...(name.trim() === '' && { name: 'project.nameRequired' }),
    ...(endsTooEarly && { endDate: 'project.endsTooEarly' }),
    ...(repository.trim() !== '' &&
      !repositoryOf(draft) && { repository: 'project.repositoryForm' }),
  }
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
