import { Hono } from 'hono'
import { type Opened, openGitData, READ_CODE } from '#github/access/open-repository.ts'
import type { ApiEnv } from '#github/api/api-env.ts'
import { notFound, Refusal } from '#github/api/errors.ts'
import { pageOf } from '#github/api/read-body.ts'
import { type Change, changesBetween } from '#github/git/files.ts'
import { historyOf, mergeBaseOf, resolve } from '#github/git/history.ts'
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
      const parent = git.commit(commit.parents[0] ?? '')?.tree ?? null
      const changes = changesBetween(git, parent, commit.tree)
      const shape = fileShape(repositoryUrls(needs, opened), sha)
      return c.json({ ...rendered, files: changes.map(shape) })
    })

/** A changed file. Lines are not counted here. */
const fileShape =
  ({ api, web }: RepositoryUrls, sha: string) =>
  ({ path, status, before, after }: Change) => ({
    sha: (after ?? before)?.sha ?? null,
    filename: path,
    status,
    additions: 0,
    deletions: 0,
    changes: 0,
    blob_url: `${web}/blob/${sha}/${path}`,
    raw_url: `${web}/raw/${sha}/${path}`,
    contents_url: `${api}/contents/${path}?ref=${sha}`,
  })

/** `base...head`: how far each side is from where they parted. Files are left out, which nobody reads. */
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
    const { api, web } = repositoryUrls(needs, opened)
    const named = (sha: string) => {
      const commit = git.commit(sha)
      if (!commit) throw notFound()
      return renderCommit(needs, opened, { ...commit, sha })
    }

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
      commits: pageOf(c, ahead).map((one) => renderCommit(needs, opened, one)),
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
