type Repository = { owner: string; name: string; branch: string }

type Base = { commit: string; differs: Record<string, string | null> }

/** Calls the data API, with an address below it. */
export type AskRows = (address: string, init?: RequestInit) => Promise<unknown>

/** The table takes a quarter of a megabyte. */
const MOST_DIFFERS = 250_000

/** What project and branch had in common at the last sync, from any browser of the member. */
export async function readBase(
  ask: AskRows,
  projectId: string,
  target: Repository,
): Promise<Base | null> {
  const query = new URLSearchParams({ select: 'commit_sha,differs', ...keyOf(projectId, target) })
  const [row] = (await ask(`sync_bases?${query}`)) as {
    commit_sha: string
    differs: Base['differs']
  }[]

  return row ? { commit: row.commit_sha, differs: row.differs } : null
}

/** A base that is too large to be kept is forgotten: the next push then asks as a first one does. */
export async function writeBase(
  ask: AskRows,
  { userId, projectId }: { userId: string; projectId: string },
  target: Repository,
  base: Base,
): Promise<void> {
  if (JSON.stringify(base.differs).length > MOST_DIFFERS) {
    const query = new URLSearchParams(keyOf(projectId, target))
    await ask(`sync_bases?${query}`, { method: 'DELETE' })
    return
  }
  await ask('sync_bases?on_conflict=user_id,bolt_project_id,repo_owner,repo_name,branch', {
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
