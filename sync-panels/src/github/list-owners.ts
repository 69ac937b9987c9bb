import { textAt, valueAt } from '@app/sync/answer'
import type { Host } from '@app/sync/host'
import { readPages } from './read-pages.ts'

export type Owner = {
  login: string
  kind: 'member' | 'organisation'
  /** Null if the app is not installed there. */
  installation: number | null
}

/** The member, and the organisations where the app is installed. */
export async function listOwners(host: Host, login: string, signal: AbortSignal): Promise<Owner[]> {
  const lines = await readPages(host, {
    path: '/user/installations',
    key: 'installations',
    owner: login,
    signal,
  })
  const installed = lines.map((line): Owner & { installation: number } => ({
    login: textAt(line, 'account', 'login'),
    kind: valueAt(line, 'account', 'type') === 'Organization' ? 'organisation' : 'member',
    installation: Number(valueAt(line, 'id')),
  }))
  const isMember = (owner: Owner) => owner.login.toLowerCase() === login.toLowerCase()
  const member = installed.find(isMember) ?? { login, kind: 'member', installation: null }

  return [member, ...installed.filter((owner) => owner.kind === 'organisation')]
}

export type ListedRepository = {
  owner: string
  name: string
  isPrivate: boolean
  defaultBranch: string
}

/** Those the app may see and the member may push to. Archived ones take no push. */
export async function listRepositories(
  host: Host,
  { login, installation }: Owner,
  signal: AbortSignal,
): Promise<ListedRepository[]> {
  if (installation === null) return []
  const lines = await readPages(host, {
    path: `/user/installations/${installation}/repositories`,
    key: 'repositories',
    owner: login,
    signal,
  })
  return lines
    .filter(
      (line) =>
        valueAt(line, 'permissions', 'push') !== false && valueAt(line, 'archived') !== true,
    )
    .map((line) => ({
      owner: textAt(line, 'owner', 'login'),
      name: textAt(line, 'name'),
      isPrivate: valueAt(line, 'private') === true,
      defaultBranch: textAt(line, 'default_branch'),
    }))
    .toSorted((one, other) => one.name.localeCompare(other.name))
}
