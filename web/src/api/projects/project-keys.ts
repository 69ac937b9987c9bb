import type { QueryClient } from '@tanstack/react-query'
import { dashboardStatsQuery } from './dashboard.ts'

// Separate from `projects.ts`, so that the first screen does not download the project screen's queries.

const projectsKey = ['projects'] as const

/** The root key of a project's details, board, members, invitations and history. */
export const projectKey = (id: string) => [...projectsKey, id] as const

export const linkedProjectsKey = [...projectsKey, 'linked'] as const
export const projectListKey = [...projectsKey, 'list'] as const
export const myInvitationsKey = [...projectsKey, 'my-invitations'] as const
export const syncStatesKey = [...projectsKey, 'sync-states'] as const
export const duplicateLinksKey = [...projectsKey, 'duplicate-links'] as const
export const projectSearchKey = [...projectsKey, 'search'] as const

/** A project and its link share name, repository and lifetime, so changing one makes both stale. */
export async function refreshProjects(client: QueryClient): Promise<void> {
  void client.invalidateQueries({ queryKey: dashboardStatsQuery.queryKey })
  await client.invalidateQueries({ queryKey: projectsKey })
}

/** The name of a project from a loaded list, shown while its page loads. */
export function knownName(client: QueryClient, id: string): string | null {
  const lists = [linkedProjectsKey, projectListKey, syncStatesKey].flatMap((queryKey) =>
    client.getQueriesData({ queryKey }).flatMap(([, data]) => rowsIn(data)),
  )

  return lists.map(namedRow).find((row) => row.id === id)?.name ?? null
}

/** Lists are arrays of rows or pages of rows. */
const rowsIn = (data: unknown): unknown[] =>
  Array.isArray(data) ? data : Object.values(Object(data)).filter(Array.isArray).flat()

function namedRow(row: unknown): { id?: string; name?: string } {
  const { project, project_id, project_name, name } = Object(row)

  return { id: project_id ?? project?.id, name: project_name ?? name }
}
