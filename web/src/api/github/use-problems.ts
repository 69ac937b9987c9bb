import type { AttentionItem, SyncState } from '@app/contract/sync-state'
import { useQuery } from '@tanstack/react-query'
import { attentionQuery } from '#api/projects/attention.ts'
import { syncStatesQuery } from '#api/projects/sync-state.ts'
import { installedAccountsQuery } from './github-queries.ts'
import { repositoryLookupQuery } from './repository-lookup.ts'

/** Each may cost a call to GitHub, unless the loaded list of repositories contains it. */
const MOST_CHECKED = 30

export type BrokenLink = Omit<AttentionItem, 'kind'> & {
  kind: 'not_found' | 'app_missing'
  owner: string
}

type Connection = { isPending: boolean; health: string | null }

/** What the database and GitHub know of the member's projects. */
export function useProblems({ isPending: isConnecting, health }: Connection) {
  const attention = useQuery(attentionQuery)
  const states = useQuery(syncStatesQuery())
  const { broken, isKnown } = useBrokenLinks(states.data ?? [], health === 'healthy')

  return {
    isPending: attention.isPending || states.isPending,
    error: attention.error ?? states.error,
    retry: () => void Promise.all([attention.refetch(), states.refetch()]),
    items: attention.data ?? [],
    states: states.data ?? [],
    broken,
    /** GitHub has answered, or cannot be asked. */
    isAnswered: !isConnecting && isKnown,
  }
}

export type Problems = ReturnType<typeof useProblems>

/** Without those of tasks and of the connection. */
export const projectsWithProblems = ({ items, broken }: Problems): string[] => [
  ...new Set(
    [...items, ...broken].flatMap(({ kind, project_id }) =>
      kind === 'task_overdue' ? [] : (project_id ?? []),
    ),
  ),
]

/** Linked repositories that GitHub does not show, among the most recently synced. */
function useBrokenLinks(states: readonly SyncState[], isConnected: boolean) {
  const links = isConnected ? states.filter(isOwn).slice(0, MOST_CHECKED) : []
  const names = [...new Set(links.map(nameOf))].toSorted()
  const lookup = useQuery(repositoryLookupQuery(names))
  const accounts = useQuery({ ...installedAccountsQuery, enabled: isConnected })
  const missing = links.filter((link) => lookup.data?.get(nameOf(link)) === 'not-found')
  const installed = accounts.data?.map((login) => login.toLowerCase())
  const isKnown =
    (names.length === 0 || !lookup.isPending) && (missing.length === 0 || !accounts.isPending)

  return {
    isKnown,
    broken: isKnown ? missing.map((link) => brokenLink(link, installed)) : [],
  }
}

function brokenLink(link: SyncState, installed: string[] | undefined): BrokenLink {
  const owner = link.repo_owner ?? ''
  const isAppMissing = installed !== undefined && !installed.includes(owner.toLowerCase())

  return {
    kind: isAppMissing ? 'app_missing' : 'not_found',
    project_id: link.project_id,
    project_name: link.project_name,
    owner,
    message: nameOf(link),
    task_number: null,
    task_name: null,
    commits: null,
    at: null,
  }
}

const isOwn = ({ is_mine, repo_owner, repo_name }: SyncState) =>
  is_mine && repo_owner !== null && repo_name !== null

const nameOf = ({ repo_owner, repo_name }: SyncState) => `${repo_owner}/${repo_name}`
