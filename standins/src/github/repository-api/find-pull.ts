import type { Context } from 'hono'
import type { Opened } from '#github/access/open-repository.ts'
import type { ApiEnv } from '#github/api/api-env.ts'
import { notFound } from '#github/api/errors.ts'
import { mergeBaseOf } from '#github/git/history.ts'
import type { GithubNeeds } from '#github/memory/needs.ts'
import type { PullRequest } from '#github/memory/pull-requests.ts'
import { repositoryUrls } from '#github/shapes/addresses.ts'
import { fullPullRequest, type PullFacts } from '#github/shapes/pull-request-shapes.ts'
import { filesBetween, lineStats } from './commit-files.ts'

/** The pull request in the path. */
export function requirePull(needs: GithubNeeds, c: Context<ApiEnv>, opened: Opened): PullFacts {
  const number = Number(c.req.param('number'))
  const pull = needs.memory.pullRequests.find(opened.repository.id, number)
  if (!pull) throw notFound()

  return factsOf(needs, opened, pull)
}

export function factsOf({ memory }: GithubNeeds, opened: Opened, pull: PullRequest): PullFacts {
  const issue = memory.issues.of(opened.repository.id).find(({ number }) => number === pull.number)
  if (!issue) throw notFound()

  return { ...opened, pull, issue }
}

export function renderPull(needs: GithubNeeds, facts: PullFacts) {
  const { git, pull } = facts
  const base = git.refs.get(`refs/heads/${pull.base}`)
  const from = base === undefined ? undefined : mergeBaseOf(git, base, pull.headSha)
  const files = filesBetween(git, repositoryUrls(needs, facts), pull.headSha, from)

  return fullPullRequest(needs, facts, { ...lineStats(files), changedFiles: files.length })
}
