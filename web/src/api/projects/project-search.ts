import { queryOptions } from '@tanstack/react-query'
import { dataApi, literalPattern } from '#api/calls/data-api.ts'
import { quotedPattern } from '#api/calls/search-filter.ts'
import { projectSearchKey } from './project-keys.ts'

export type FoundProject = {
  id: string
  name: string
  link: {
    bolt_project_id: string
    github_repo_owner: string | null
    github_repo_name: string | null
  } | null
}

const COLUMNS =
  'id, name, link:bolt_projects(bolt_project_id, github_repo_owner, github_repo_name)' as const
const REPOSITORY_COLUMNS = ['github_repo_owner', 'github_repo_name']
const SHOWN = 8

/** Projects with the text in their name, repository or owner, ignoring case. */
export const foundProjectsQuery = (text: string) =>
  queryOptions({
    queryKey: [...projectSearchKey, 'text', text],
    queryFn: async (): Promise<FoundProject[]> => {
      const [byName, byRepository] = await Promise.all([projectsNamed(text), projectsOf(text)])
      const ids = new Set(byName.map(({ id }) => id))

      return [...byName, ...byRepository.filter(({ id }) => !ids.has(id))].slice(0, SHOWN)
    },
    enabled: text !== '',
    staleTime: 30_000,
  })

export const namedProjectsQuery = (ids: string[]) =>
  queryOptions({
    queryKey: [...projectSearchKey, 'ids', ids],
    queryFn: async (): Promise<FoundProject[]> => {
      const { data } = await dataApi().from('projects').select(COLUMNS).in('id', ids).throwOnError()

      return data
    },
    enabled: ids.length > 0,
  })

async function projectsNamed(text: string): Promise<FoundProject[]> {
  const { data } = await dataApi()
    .from('projects')
    .select(COLUMNS)
    .ilike('name', `%${literalPattern(text)}%`)
    .order('updated_at', { ascending: false })
    .limit(SHOWN)
    .throwOnError()

  return data
}

/** Searches the member's own links, because only the owner manages a repository. */
async function projectsOf(text: string): Promise<FoundProject[]> {
  const { data } = await dataApi()
    .rpc('get_linked_projects', {}, { get: true })
    .select('bolt_project_id, github_repo_owner, github_repo_name, projects!inner(id, name)')
    .or(REPOSITORY_COLUMNS.map((column) => `${column}.ilike.${quotedPattern(text, '*')}`).join())
    .order('last_sync_at', { ascending: false, nullsFirst: false })
    .limit(SHOWN)
    .throwOnError()

  return data.flatMap(({ projects, ...link }) =>
    [projects].flat().map((project) => ({ ...project, link })),
  )
}
