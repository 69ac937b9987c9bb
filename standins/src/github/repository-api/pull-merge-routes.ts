import { Hono } from 'hono'
import { actorOf } from '#github/access/actor.ts'
import { openRepository } from '#github/access/open-repository.ts'
import { READ_PULLS, WRITE_CODE } from '#github/access/repository-rights.ts'
import { MERGE_METHODS, mergePullRequest } from '#github/actions/merge-pull-request.ts'
import type { ApiEnv } from '#github/api/api-env.ts'
import { notFound, Refusal } from '#github/api/errors.ts'
import { pageOf } from '#github/api/paging.ts'
import { readOptionalBody } from '#github/api/read-body.ts'
import type { GithubNeeds } from '#github/memory/needs.ts'
import { reviewShape } from '#github/shapes/pull-request-shapes.ts'
import { requirePull } from './find-pull.ts'

const ONE = '/repos/:owner/:name/pulls/:number'

/** Merging a pull request, and what people said of it. */
export const pullMergeRoutes = (needs: GithubNeeds) =>
  new Hono<ApiEnv>()
    .put(`${ONE}/merge`, async (c) => {
      const opened = openRepository(needs, c, WRITE_CODE)
      const facts = requirePull(needs, c, opened)
      const body = await readOptionalBody(c)
      if (body.sha !== undefined && body.sha !== facts.pull.headSha) {
        throw new Refusal(409, 'Head branch was modified. Review and try the merge again.')
      }
      const method = MERGE_METHODS.find((one) => one === (body.merge_method ?? 'merge'))
      if (!method)
        throw new Refusal(
          422,
          'Invalid request. merge_method is not a member of [merge, squash, rebase].',
        )
      const { person, signature } = actorOf(needs, c)
      const lines = [body.commit_title, body.commit_message].filter(
        (one) => typeof one === 'string',
      )
      const sha = await mergePullRequest(needs, opened.git, {
        ...facts,
        method,
        person,
        signature,
        ...(lines.length > 0 && { message: lines.join('\n\n') }),
      })
      if (sha === null) throw new Refusal(405, 'Pull Request is not mergeable')
      return c.json({ sha, merged: true, message: 'Pull Request successfully merged' })
    })
    .get(`${ONE}/merge`, (c) => {
      const { pull } = requirePull(needs, c, openRepository(needs, c, READ_PULLS))
      if (!pull.merged) throw notFound()
      return c.body(null, 204)
    })
    .get(`${ONE}/reviews`, (c) => {
      const facts = requirePull(needs, c, openRepository(needs, c, READ_PULLS))
      const reviews = pageOf(c, needs.memory.pullRequests.reviewsOf(facts.pull))
      return c.json(reviews.map((one) => reviewShape(needs, facts, one)))
    })
