import type { RepositoryName } from '@app/contract/repository-name'
import type { Database } from '@app/contract/rows'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { dataApi } from '#api/calls/data-api.ts'
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

/** Creates a new link if `link` is null. */
export const useSaveLink = (link: Link | null) =>
  useLinkMutation(async (columns: LinkColumns) => {
    const table = dataApi().from('bolt_projects')
    const write = link ? table.update(columns).eq('id', link.id) : table.insert(columns)
    await write.throwOnError()
  })

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
