import type { RepositoryName } from '@app/contract/repository-name'
import type { Database } from '@app/contract/rows'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { dataApi } from '#api/calls/data-api.ts'
import type { OpenProject } from './open-projects.ts'
import { refreshProjects } from './project-keys.ts'
import type { Project } from './projects.ts'
import type { LinkedProject } from './recent-projects.ts'

type Row = Database['public']['Tables']['bolt_projects']['Row']

type LinkColumns = Pick<
  Row,
  | 'project_name'
  | 'github_repo_owner'
  | 'github_repo_name'
  | 'github_repo_url'
  | 'github_branch'
  | 'is_private'
> & {
  /** The builder's id; if missing, the table generates one. */
  bolt_project_id?: string
}

/** The editable columns of a link. */
export type Link = Pick<
  LinkedProject,
  | 'id'
  | 'project_name'
  | 'bolt_project_id'
  | 'github_repo_owner'
  | 'github_repo_name'
  | 'github_branch'
  | 'is_private'
>

type SavedLink = {
  columns: LinkColumns
  /** Null for a new link. */
  linkId: string | null
  /** The project that a new link belongs to; without one, the link makes a project. */
  project: OpenProject | undefined
}

export const useSaveLink = () =>
  useLinkMutation(async ({ columns, linkId, project }: SavedLink) => {
    const table = dataApi().from('bolt_projects')
    const id = linkId ?? (project && (await linkOf(project, columns)))
    const write = id ? table.update(columns).eq('id', id) : table.insert(columns)
    await write.throwOnError()
  })

/** Gives a project without a link one. */
async function linkOf(
  { project_id }: OpenProject,
  { github_repo_owner, github_repo_name }: LinkColumns,
): Promise<string | null> {
  await dataApi()
    .rpc('set_project_repository', {
      input_project_id: project_id,
      input_repo_owner: github_repo_owner ?? '',
      input_repo_name: github_repo_name ?? '',
    })
    .throwOnError()
  const { data } = await dataApi()
    .from('projects')
    .select('bolt_project_id')
    .eq('id', project_id)
    .single()
    .throwOnError()

  return data.bolt_project_id
}

/** Points the project's own link to this branch; creates the link if missing. */
export async function linkTarget(
  { id, link }: Pick<Project, 'id' | 'link'>,
  { owner, name, branch }: RepositoryName & { branch: string },
): Promise<void> {
  if (!link) {
    const repository = { input_repo_owner: owner, input_repo_name: name }
    await dataApi()
      .rpc('set_project_repository', { input_project_id: id, ...repository })
      .throwOnError()
    return
  }
  await dataApi()
    .from('bolt_projects')
    .update({ github_repo_owner: owner, github_repo_name: name, github_branch: branch })
    .eq('id', link.id)
    .throwOnError()
}

/** Points a link to another repository. The table derives the URL from it. */
export const useMoveLink = () =>
  useLinkMutation(async ({ id, repository }: { id: string; repository: RepositoryName }) => {
    await dataApi()
      .from('bolt_projects')
      .update({ github_repo_owner: repository.owner, github_repo_name: repository.name })
      .eq('id', id)
      .throwOnError()
  })

export const useUnlinkProject = () =>
  useLinkMutation(async (id: string) => {
    await dataApi().from('bolt_projects').delete().eq('id', id).throwOnError()
  })

export const useRestoreLink = () =>
  useLinkMutation(async (id: string) => {
    await dataApi().rpc('restore_bolt_project', { input_project_id: id }).throwOnError()
  })

function useLinkMutation<Input>(mutationFn: (input: Input) => Promise<void>) {
  const client = useQueryClient()

  return useMutation({ mutationFn, onSuccess: () => refreshProjects(client) })
}
