import { textAt, valueAt } from '@app/sync/answer'
import type { Host } from '@app/sync/host'
import { readPages } from './read-pages.ts'

export type Owner = {
  login: string
  kind: 'member' | 'organisation'
  /** Null if the app is not installed there. */
  installation: number | null
  /** Known immediately for a personal token, which has no installations. */
  repositories?: ListedRepository[]
}

/** The member, and organisations with the app or to which the personal token may push. */
export async function listOwners(host: Host, login: string, signal: AbortSignal): Promise<Owner[]> {
  return (await host.tokenKind()) === 'app'
    ? listInstalled(host, login, signal)
    : listReached(host, login, signal)
}

async function listInstalled(host: Host, login: string, signal: AbortSignal): Promise<Owner[]> {
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
  const member = installed.find((owner) => isSame(owner.login, login)) ?? {
    login,
    kind: 'member',
    installation: null,
  }

  return [member, ...installed.filter((owner) => owner.kind === 'organisation')]
}

/** Listing organisations needs a scope that pushing does not; their repositories name them too. */
async function listReached(host: Host, login: string, signal: AbortSignal): Promise<Owner[]> {
  const lines = await readPages(host, { path: '/user/repos', owner: login, signal })
  const member: Owner = { login, kind: 'member', installation: null }
  const owners = new Map([[login.toLowerCase(), { ...member, lines: [] as unknown[] }]])
  for (const line of lines) {
    const owner = textAt(line, 'owner', 'login')
    const kind = valueAt(line, 'owner', 'type') === 'Organization' ? 'organisation' : 'member'
    const known = owners.get(owner.toLowerCase())
    if (known) known.lines.push(line)
    else owners.set(owner.toLowerCase(), { login: owner, kind, installation: null, lines: [line] })
  }
  return [...owners.values()]
    .map(({ lines: theirs, ...owner }) => ({ ...owner, repositories: pushable(theirs) }))
    .filter((owner) => isSame(owner.login, login) || owner.repositories.length > 0)
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

export type ListedRepository = {
  owner: string
  name: string
  isPrivate: boolean
  defaultBranch: string
}

/** Repositories visible to the app or token, to which the member may push. */
export async function listRepositories(
  host: Host,
  { login, installation, repositories }: Owner,
  signal: AbortSignal,
): Promise<ListedRepository[]> {
  if (repositories) return repositories
  if (installation === null) return []
  const lines = await readPages(host, {
    path: `/user/installations/${installation}/repositories`,
    key: 'repositories',
    owner: login,
    signal,
  })
  return pushable(lines)
}

/** Archived repositories accept no pushes. */
const pushable = (lines: readonly unknown[]): ListedRepository[] =>
  lines
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
