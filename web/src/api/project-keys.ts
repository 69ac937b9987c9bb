import type { QueryClient } from '@tanstack/react-query'
import { dashboardStatsQuery } from './dashboard.ts'

// Apart from `projects.ts`, so that the first screen does not download the project screen's queries.

const projectsKey = ['projects'] as const

/** Root of a project's details, board, members, invitations and history. */
export const projectKey = (id: string) => [...projectsKey, id] as const

export const linkedProjectsKey = [...projectsKey, 'linked'] as const
export const projectListKey = [...projectsKey, 'list'] as const
export const myInvitationsKey = [...projectsKey, 'my-invitations'] as const
export const syncStatesKey = [...projectsKey, 'sync-states'] as const
export const projectSearchKey = [...projectsKey, 'search'] as const

/** A project and its link share name, repository and lifetime, so a change to either makes both stale. */
export async function refreshProjects(client: QueryClient): Promise<void> {
  void client.invalidateQueries({ queryKey: dashboardStatsQuery.queryKey })
  await client.invalidateQueries({ queryKey: projectsKey })
}
