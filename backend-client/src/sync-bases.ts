import type { Backend } from './backend.ts'

type Repository = { owner: string; name: string; branch: string }

type Base = { commit: string; differs: Record<string, string | null> }

/** Also matches the page's own access to the data API. */
type DataApi = Pick<Backend, 'rows'>

/** The table's limit is a quarter of a megabyte. */
const MOST_DIFFERS = 250_000

/** The common state of project and branch at the last sync, from any of the member's browsers. */
export async function readBase(
  api: DataApi,
  projectId: string,
  target: Repository,
): Promise<Base | null> {
  const query = new URLSearchParams({ select: 'commit_sha,differs', ...keyOf(projectId, target) })
  const [row] = (await api.rows(`sync_bases?${query}`)) as {
    commit_sha: string
    differs: Base['differs']
  }[]

  return row ? { commit: row.commit_sha, differs: row.differs } : null
}

/** A base too large to store is dropped: the next push then asks like a first one. */
export async function writeBase(
  api: DataApi,
  { userId, projectId }: { userId: string; projectId: string },
  target: Repository,
  base: Base,
): Promise<void> {
  if (JSON.stringify(base.differs).length > MOST_DIFFERS) {
    const query = new URLSearchParams(keyOf(projectId, target))
    await api.rows(`sync_bases?${query}`, { method: 'DELETE' })
    return
  }
  await api.rows('sync_bases?on_conflict=user_id,bolt_project_id,repo_owner,repo_name,branch', {
    method: 'POST',
    headers: { prefer: 'resolution=merge-duplicates,return=minimal' },
    body: JSON.stringify({
      user_id: userId,
      bolt_project_id: projectId,
      repo_owner: target.owner.toLowerCase(),
      repo_name: target.name.toLowerCase(),
      branch: target.branch,
      commit_sha: base.commit,
      differs: base.differs,
    }),
  })
}

const keyOf = (projectId: string, { owner, name, branch }: Repository) => ({
  bolt_project_id: `eq.${projectId}`,
  repo_owner: `eq.${owner.toLowerCase()}`,
  repo_name: `eq.${name.toLowerCase()}`,
  branch: `eq.${branch}`,
})
