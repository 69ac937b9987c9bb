import { Hono } from 'hono'
import { type Opened, openGitData, READ_CODE } from '#github/access/open-repository.ts'
import type { ApiEnv } from '#github/api/api-env.ts'
import { notFound, Refusal } from '#github/api/errors.ts'
import { pageOf } from '#github/api/read-body.ts'
import { type Change, changesBetween } from '#github/git/files.ts'
import type { Git } from '#github/git/git.ts'
import { historyOf, mergeBaseOf, type NamedCommit, resolve } from '#github/git/history.ts'
import type { GithubNeeds } from '#github/memory/memory.ts'
import { type RepositoryUrls, repositoryUrls } from '#github/shapes/account-shapes.ts'
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

const MAX_COMMITS = 250
const MAX_FILES = 300

/** `base...head`: how far each side is from where they parted. */
export const compareRoutes = (needs: GithubNeeds) =>
  new Hono<ApiEnv>().get('/repos/:owner/:name/compare/:range{.+}', (c) => {
    const opened = openGitData(needs, c, READ_CODE)
    const { git } = opened
    const range = c.req.param('range')
    const [base, head] = sidesOf(opened, range)
    const mergeBase = mergeBaseOf(git, base, head)
    if (mergeBase === undefined) {
      throw new Refusal(404, `No common ancestor between ${range.replace('...', ' and ')}.`)
    }
    const ahead = missingFrom(opened, base, head).toReversed()
    const behind = missingFrom(opened, head, base)
    const isPaged = c.req.query('page') !== undefined || c.req.query('per_page') !== undefined
    const commits = isPaged ? pageOf(c, ahead) : ahead.slice(-MAX_COMMITS)
    const isFirst = Number(c.req.query('page') ?? 1) === 1
    const { api, web } = repositoryUrls(needs, opened)
    const named = (sha: string) => {
      const commit = git.commit(sha)
      if (!commit) throw notFound()
      return renderCommit(needs, opened, { ...commit, sha })
    }
    const files = filesBetween(git, { api, web }, head, mergeBase)

    return c.json({
      url: `${api}/compare/${range}`,
      html_url: `${web}/compare/${range}`,
      permalink_url: `${web}/compare/${base}...${head}`,
      diff_url: `${web}/compare/${range}.diff`,
      patch_url: `${web}/compare/${range}.patch`,
      base_commit: named(base),
      merge_base_commit: named(mergeBase),
      status: statusOf(ahead.length, behind.length),
      ahead_by: ahead.length,
      behind_by: behind.length,
      total_commits: ahead.length,
      commits: commits.map((one) => renderCommit(needs, opened, one)),
      files: isFirst ? files.slice(0, MAX_FILES) : [],
    })
  })

/** Each side may name the owner, or owner and repository; only this repository is known here. */
function sidesOf({ git }: Opened, range: string): [base: string, head: string] {
  const [base, head, ...more] = range
    .split('...')
    .map((side) => resolve(git, side.replace(/^.*:/, '')))
  if (base === undefined || head === undefined || more.length > 0) throw notFound()

  return [base, head]
}

/** The commits of the second that the first does not have, newest first. */
function missingFrom({ git }: Opened, first: string, second: string) {
  const known = new Set(historyOf(git, first).map(({ sha }) => sha))

  return historyOf(git, second).filter(({ sha }) => !known.has(sha))
}

function statusOf(ahead: number, behind: number) {
  if (ahead > 0 && behind > 0) return 'diverged'
  if (ahead === 0 && behind === 0) return 'identical'

  return ahead > 0 ? 'ahead' : 'behind'
}
