import { type Context, Hono } from 'hono'
import {
  type Opened,
  openRepository,
  READ_CHECKS,
  READ_STATUSES,
} from '#github/access/open-repository.ts'
import type { ApiEnv } from '#github/api/api-env.ts'
import { Refusal } from '#github/api/errors.ts'
import { pageOf } from '#github/api/paging.ts'
import { resolve } from '#github/git/history.ts'
import type { GithubNeeds } from '#github/memory/memory.ts'
import { repositoryUrls } from '#github/shapes/addresses.ts'
import { checkRunShape, combinedState, commitStatusShape } from '#github/shapes/check-shapes.ts'
import { renderRepository } from '#github/shapes/repository-shapes.ts'

/** Checks of a commit by programs, in the newer and the older format. */
export function checkRoutes(needs: GithubNeeds) {
  const { checks } = needs.memory

  return new Hono<ApiEnv>()
    .get('/repos/:owner/:name/commits/:ref{.+}/check-runs', (c) => {
      const opened = openRepository(needs, c, READ_CHECKS)
      const urls = repositoryUrls(needs, opened)
      const runs = checks.runsOf(opened.repository.id, commitIn(c, opened))
      const shown = pageOf(c, runs).map((one) => checkRunShape(urls, one))
      return c.json({ total_count: runs.length, check_runs: shown })
    })
    .get('/repos/:owner/:name/commits/:ref{.+}/status', (c) => {
      const opened = openRepository(needs, c, READ_STATUSES)
      const urls = repositoryUrls(needs, opened)
      const sha = commitIn(c, opened)
      const statuses = checks.statusesOf(opened.repository.id, sha)
      return c.json({
        state: combinedState(statuses),
        statuses: pageOf(c, statuses).map((one) => commitStatusShape(urls, one)),
        sha,
        total_count: statuses.length,
        repository: renderRepository(needs, opened.repository, null),
        commit_url: `${urls.api}/commits/${sha}`,
        url: `${urls.api}/commits/${sha}/status`,
      })
    })
}

function commitIn(c: Context<ApiEnv>, { git }: Opened): string {
  const ref = c.req.param('ref') ?? ''
  const sha = resolve(git, ref)
  if (sha === undefined) throw new Refusal(422, `No commit found for SHA: ${ref}`)

  return sha
}
