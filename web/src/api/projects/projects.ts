import { fullName, type RepositoryName } from '@app/contract/repository-name'
import type { Database } from '@app/contract/rows'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { dataApi } from '#api/calls/data-api.ts'
import { CodedError } from '#api/errors/coded-error.ts'
import { projectTopic, staleBy } from '#api/live/topics.ts'
import { projectKey, refreshProjects } from './project-keys.ts'

type Row = Database['public']['Tables']['projects']['Row']

export const PROJECT_STATUSES = ['planned', 'active', 'completed', 'archived'] as const

export type ProjectStatus = (typeof PROJECT_STATUSES)[number]

export type Role = 'owner' | 'editor' | 'viewer'

export type Project = Pick<
  Row,
  'id' | 'name' | 'description' | 'start_date' | 'end_date' | 'updated_at'
> & {
  status: ProjectStatus
  /** The reader's own role. */
  role: Role
  /** `owner/name` at the code host. */
  repository: string | null
  branch: string | null
  /** Null without a repository. */
  isPrivate: boolean | null
  lastSyncAt: string | null
  /** The reader's own link to the builder. */
  link: { id: string; bolt_project_id: string } | null
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Null if the project does not exist or the reader is no member; the server does not distinguish them. */
export const projectQuery = (id: string, memberId: string) =>
  queryOptions({
    queryKey: [...projectKey(id), 'details'],
    queryFn: async (): Promise<Project | null> => {
      if (!ID.test(id)) return null
      const [{ data }, { data: repositories }] = await Promise.all([
        dataApi()
          .from('projects')
          .select(
            'id, name, description, start_date, end_date, status, updated_at, project_members(role), link:bolt_projects(id, bolt_project_id)',
          )
          .eq('id', id)
          .eq('project_members.user_id', memberId)
          .maybeSingle()
          .throwOnError(),
        dataApi().rpc('get_project_repository', { input_project_id: id }).throwOnError(),
      ])
      if (!data) return null

      const { project_members: mine, ...project } = data
      const [linked] = repositories
      return {
        ...project,
        status: project.status as ProjectStatus,
        role: (mine[0]?.role ?? 'viewer') as Role,
        repository: linked ? `${linked.github_repo_owner}/${linked.github_repo_name}` : null,
        branch: linked?.github_branch ?? null,
        isPrivate: linked?.is_private ?? null,
        lastSyncAt: linked?.last_sync_at ?? null,
      }
    },
    // Other members edit it concurrently.
    staleTime: 15_000,
    refetchOnWindowFocus: true,
    // Members have the reader's own role among them.
    meta: staleBy(projectTopic(id), 'details', 'members', 'sync'),
  })

type ProjectColumns = Pick<Row, 'name' | 'description' | 'start_date' | 'end_date'> & {
  status: ProjectStatus
}

export type ProjectInput = ProjectColumns & { repository: RepositoryName | null }

/** Resolves to the new project's id. */
export function useCreateProject() {
  const client = useQueryClient()

  return useMutation({
    mutationFn: async ({ repository, ...columns }: ProjectInput): Promise<string> => {
      const { data } = await dataApi()
        .rpc('create_project', {
          input_name: columns.name,
          input_description: orNull(columns.description),
          input_start_date: orNull(columns.start_date),
          input_end_date: orNull(columns.end_date),
          input_status: columns.status,
          input_repo_owner: orNull(repository?.owner),
          input_repo_name: orNull(repository?.name),
        })
        .throwOnError()

      return data
    },
    onSuccess: () => void refreshProjects(client),
  })
}

/** Fails if somebody else changed the project since it was read. Only the owner can change the repository. */
export function useSaveProject() {
  const client = useQueryClient()

  return useMutation({
    mutationFn: async ({ project, input }: { project: Project; input: ProjectInput }) => {
      const { repository, ...columns } = input
      await changeProject(project, columns)
      const chosen = repository && fullName(repository)
      if (project.role !== 'owner' || chosen === project.repository) return

      await dataApi()
        .rpc('set_project_repository', {
          input_project_id: project.id,
          input_repo_owner: orNull(repository?.owner),
          input_repo_name: orNull(repository?.name),
        })
        .throwOnError()
    },
    // Also after a failure: after a conflict, the page shows the current project.
    onSettled: () => refreshProjects(client),
  })
}

type StatusChange = { project: Project; status: ProjectStatus }

/** An optimistic update, rolled back on failure. Resolves to the project in its new version. */
export function useSetProjectStatus(memberId: string) {
  const client = useQueryClient()
  const show = (project: Project) =>
    void client.setQueryData(projectQuery(project.id, memberId).queryKey, project)

  return useMutation({
    mutationFn: async ({ project, status }: StatusChange): Promise<Project> => {
      const updated_at = await changeProject(project, { status })

      return { ...project, status, updated_at }
    },
    onMutate: ({ project, status }) => {
      show({ ...project, status })
    },
    onSuccess: show,
    onError: (_error, { project }) => show(project),
    onSettled: () => void refreshProjects(client),
  })
}

/** For a list, which has no version of the project. */
export function useSetListedStatus() {
  const client = useQueryClient()

  return useMutation({
    mutationFn: async ({ id, status }: { id: string; status: ProjectStatus }) => {
      const { data } = await dataApi()
        .from('projects')
        .update({ status })
        .eq('id', id)
        .select('id')
        .throwOnError()

      if (data.length === 0) throw new CodedError('changed_meanwhile')
    },
    onSuccess: () => refreshProjects(client),
  })
}

/** `leave` runs before the project is removed from the cache, otherwise its screen would fetch it again. */
export function useDeleteProject(leave: () => Promise<void> | void) {
  const client = useQueryClient()

  return useMutation({
    mutationFn: async ({ id }: Project) => {
      const { data } = await dataApi()
        .from('projects')
        .delete()
        .eq('id', id)
        .select('id')
        .throwOnError()

      if (data.length === 0) throw new CodedError('changed_meanwhile')
    },
    onSuccess: async (_, { id }) => {
      await leave()
      client.removeQueries({ queryKey: projectKey(id) })
      void refreshProjects(client)
    },
  })
}

/** Resolves to the new version. */
async function changeProject(
  { id, updated_at }: Project,
  columns: Partial<ProjectColumns>,
): Promise<string> {
  const { data } = await dataApi()
    .from('projects')
    .update(columns)
    .eq('id', id)
    .eq('updated_at', updated_at)
    .select('updated_at')
    .throwOnError()
  const [changed] = data

  if (!changed) throw new CodedError('changed_meanwhile')
  return changed.updated_at
}

// The type generator does not support null as a function's argument.
const orNull = (text: string | null | undefined) => (text ?? null) as string
