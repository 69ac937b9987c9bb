import { CodedError } from '#api/coded-error.ts'
import { dataApi } from '#api/data-api.ts'
import type { Project, ProjectStatus } from './project.ts'
import { columnsOf, type ProjectDraft, repositoryOf } from './project-draft.ts'

/** The generator of types does not know that a function's parameter may be null. */
const orNull = (text: string | null | undefined) => (text ?? null) as string

export async function createProject(draft: ProjectDraft): Promise<string> {
  const { name, description, start_date, end_date, status } = columnsOf(draft)
  const repository = repositoryOf(draft)
  const { data } = await dataApi()
    .rpc('create_project', {
      input_name: name,
      input_description: orNull(description),
      input_start_date: orNull(start_date),
      input_end_date: orNull(end_date),
      input_status: status,
      input_repo_owner: orNull(repository?.owner),
      input_repo_name: orNull(repository?.name),
    })
    .throwOnError()

  return data
}

/** Only if it is still what its writer has seen. The repository is the owner's to choose. */
export async function saveProject(project: Project, draft: ProjectDraft): Promise<void> {
  await changeProject(project, columnsOf(draft))
  const repository = repositoryOf(draft)
  const chosen = repository && `${repository.owner}/${repository.name}`
  if (project.role !== 'owner' || chosen === project.repository) return

  await dataApi()
    .rpc('set_project_repository', {
      input_project_id: project.id,
      input_repo_owner: orNull(repository?.owner),
      input_repo_name: orNull(repository?.name),
    })
    .throwOnError()
}

export const setStatus = (project: Project, status: ProjectStatus): Promise<void> =>
  changeProject(project, { status })

export async function deleteProject({ id }: Project): Promise<void> {
  const { data } = await dataApi()
    .from('projects')
    .delete()
    .eq('id', id)
    .select('id')
    .throwOnError()

  if (data.length === 0) throw new CodedError('changed_meanwhile')
}

async function changeProject(
  { id, updated_at }: Project,
  columns: Partial<ReturnType<typeof columnsOf>>,
): Promise<void> {
  const { data } = await dataApi()
    .from('projects')
    .update(columns)
    .eq('id', id)
    .eq('updated_at', updated_at)
    .select('id')
    .throwOnError()

  if (data.length === 0) throw new CodedError('changed_meanwhile')
}
