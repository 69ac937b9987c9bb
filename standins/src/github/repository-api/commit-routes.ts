import { Hono } from 'hono'
import { openGitData, READ_CODE } from '#github/access/open-repository.ts'
import type { ApiEnv } from '#github/api/api-env.ts'
import { notFound, Refusal } from '#github/api/errors.ts'
import { pageOf } from '#github/api/paging.ts'
import { type Change, changesBetween } from '#github/git/files.ts'
import type { Git } from '#github/git/git.ts'
import { historyOf, type NamedCommit, resolve } from '#github/git/history.ts'
import type { GithubNeeds } from '#github/memory/memory.ts'
import { type RepositoryUrls, repositoryUrls } from '#github/shapes/addresses.ts'
import { renderCommit } from '#github/shapes/git-shapes.ts'

export const commitRoutes = (needs: GithubNeeds) =>
  new Hono<ApiEnv>()
    .get('/repos/:owner/:name/commits', (c) => {
      const opened = openGitData(needs, c, READ_CODE)
      const { git, repository } = opened
      const head = resolve(git, c.req.query('sha') ?? repository.defaultBranch)
      if (head === undefined) throw notFound()
      return c.json(pageOf(c, historyOf(git, head)).map((one) => renderCommit(needs, opened, one)))
    })
    .get('/repos/:owner/:name/commits/:ref{.+}', (c) => {
      const opened = openGitData(needs, c, READ_CODE)
      const { git } = opened
      const ref = c.req.param('ref')
      const sha = resolve(git, ref)
      const commit = sha === undefined ? undefined : git.commit(sha)
      if (sha === undefined || !commit) throw new Refusal(422, `No commit found for SHA: ${ref}`)
      const rendered = renderCommit(needs, opened, { ...commit, sha })
      return c.json({
        ...rendered,
        ...filesOf(git, repositoryUrls(needs, opened), { ...commit, sha }),
      })
    })

/** The files that a commit changed, compared to its first parent. */
function filesOf(git: Git, urls: RepositoryUrls, { sha, parents: [parent] }: NamedCommit) {
  const files = filesBetween(git, urls, sha, parent)

  return { stats: lineStats(files), files }
}

/** How the files of one commit differ from those of another; without another, all are new. */
export function filesBetween(
  git: Git,
  urls: RepositoryUrls,
  sha: string,
  from: string | undefined,
) {
  const before = from === undefined ? null : (git.commit(from)?.tree ?? null)
  const after = git.commit(sha)?.tree
  if (after === undefined) return []

  return changesBetween(git, before, after).map((change) =>
    fileShape(urls, sha, change, linesChanged(git, change)),
  )
}

export function lineStats(files: readonly Lines[]) {
  const sum = (field: 'additions' | 'deletions') =>
    files.reduce((total, file) => total + file[field], 0)
  const additions = sum('additions')
  const deletions = sum('deletions')

  return { additions, deletions, total: additions + deletions }
}

type Lines = { additions: number; deletions: number }

const fileShape = (urls: RepositoryUrls, sha: string, change: Change, lines: Lines) => ({
  sha: (change.after ?? change.before)?.sha ?? null,
  filename: change.path,
  status: change.status,
  ...lines,
  changes: lines.additions + lines.deletions,
  blob_url: `${urls.web}/blob/${sha}/${change.path}`,
  raw_url: `${urls.web}/raw/${sha}/${change.path}`,
  contents_url: `${urls.api}/contents/${change.path}?ref=${sha}`,
})

/** Lines that only one side has. Unlike in git's diff, a moved line does not count. */
function linesChanged(git: Git, { before, after }: Change): Lines {
  const old = linesIn(before && git.blob(before.sha))
  const fresh = linesIn(after && git.blob(after.sha))
  const surplus = (these: Map<string, number>, those: Map<string, number>) =>
    [...these].reduce((sum, [line, count]) => sum + Math.max(0, count - (those.get(line) ?? 0)), 0)

  return { additions: surplus(fresh, old), deletions: surplus(old, fresh) }
}

function linesIn(content: Buffer | undefined): Map<string, number> {
  const lines = new Map<string, number>()
  if (!content || content.length === 0 || content.includes(0)) return lines
  for (const line of content.toString().replace(/\n$/, '').split('\n')) {
    lines.set(line, (lines.get(line) ?? 0) + 1)
  }

  return lines
}
