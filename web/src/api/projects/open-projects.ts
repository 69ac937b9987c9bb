import { queryOptions } from '@tanstack/react-query'
import { dataApi } from '#api/calls/data-api.ts'
import { projectListKey } from './project-keys.ts'

/** A project of the member that has no repository. */
export type OpenProject = {
  project_id: string
  /** Null without a link. */
  link_id: string | null
  name: string
}

const MAX_OFFERED = 50

/** The last projects that a link can be made for. */
export const openProjectsQuery = queryOptions({
  queryKey: [...projectListKey, 'without-repository'],
  queryFn: async (): Promise<OpenProject[]> => {
    const { data } = await dataApi()
      .rpc('get_my_projects', {})
      .select('project_id, link_id, name')
      .is('removed_at', null)
      .is('github_repo_name', null)
      .eq('role', 'owner')
      .order('created_at', { ascending: false })
      .limit(MAX_OFFERED)
      .overrideTypes<OpenProject[], { merge: false }>()
      .throwOnError()

    return data
  },
})

/** Full names, in lower case, of the repositories that the member's own projects are linked to. */
export const linkedRepositoriesQuery = queryOptions({
  queryKey: [...projectListKey, 'linked-repositories'],
  queryFn: async (): Promise<string[]> => {
    const { data } = await dataApi()
      .rpc('get_my_projects', {})
      .select('github_repo_owner, github_repo_name')
      .is('removed_at', null)
      .not('github_repo_name', 'is', null)
      .eq('role', 'owner')
      .overrideTypes<{ github_repo_owner: string; github_repo_name: string }[], { merge: false }>()
      .throwOnError()

    return data.map((one) => `${one.github_repo_owner}/${one.github_repo_name}`.toLowerCase())
  },
})
