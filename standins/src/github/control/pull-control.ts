import { type Context, Hono } from 'hono'
import { MERGE_METHODS, mergePullRequest } from '#github/actions/merge-pull-request.ts'
import { resolve } from '#github/git/history.ts'
import { signatureOf } from '#github/git/initial-commits.ts'
import { CHECK_STATUSES, CONCLUSIONS, STATUS_STATES } from '#github/memory/checks.ts'
import type { GithubNeeds } from '#github/memory/memory.ts'
import { REVIEW_STATES } from '#github/memory/pull-requests.ts'
import { fieldsOf, InvalidInput, readJson } from '#runtime/fields.ts'
import { requirePerson } from './people-control.ts'
import { requireRepository } from './repository-control.ts'

const AT = '/repositories/:owner/:name'

/** What others do to a pull request: merge it, review it, run checks on its commits. */
export function pullControl(needs: GithubNeeds): Hono {
  const { gits, issues, pullRequests, checks } = needs.memory

  const known = (c: Context) => {
    const repository = requireRepository(needs, c)
    const number = Number(c.req.param('number'))
    const pull = pullRequests.find(repository.id, number)
    const issue = issues.of(repository.id).find((one) => one.number === number)
    if (!pull || !issue) throw new InvalidInput('No such pull request.')
    return { repository, pull, issue }
  }
  const commitOf = (c: Context, ref: string) => {
    const repository = requireRepository(needs, c)
    const sha = resolve(gits.of(repository), ref)
    if (sha === undefined) throw new InvalidInput('No such commit.')
    return { repositoryId: repository.id, sha, at: needs.clock.now() }
  }

  return new Hono()
    .post(`${AT}/pulls/:number/merge`, async (c) => {
      const facts = known(c)
      const input = fieldsOf(await readJson(c.req))
      const person = requirePerson(needs, input.text('person'))
      const sha = await mergePullRequest(needs, gits.of(facts.repository), {
        ...facts,
        method: input.oneOf('method', MERGE_METHODS) ?? 'merge',
        person,
        signature: signatureOf(person, needs.clock.now()),
      })
      if (sha === null) throw new InvalidInput('It cannot be merged.')
      return c.json({ sha })
    })
    .post(`${AT}/pulls/:number/reviews`, async (c) => {
      const { repository, pull } = known(c)
      const input = fieldsOf(await readJson(c.req))
      const review = await pullRequests.addReview({
        repositoryId: repository.id,
        number: pull.number,
        personId: requirePerson(needs, input.text('person')).id,
        state: input.oneOf('state', REVIEW_STATES) ?? 'APPROVED',
        body: input.text('body', ''),
        sha: pull.headSha,
        at: needs.clock.now(),
      })
      return c.json(review, 201)
    })
    .post(`${AT}/check-runs`, async (c) => {
      const input = fieldsOf(await readJson(c.req))
      const conclusion = input.oneOf('conclusion', CONCLUSIONS)
      const status = input.oneOf('status', CHECK_STATUSES)
      const run = await checks.addRun({
        ...commitOf(c, input.text('ref')),
        name: input.text('name'),
        status: status ?? (conclusion ? 'completed' : 'in_progress'),
        conclusion,
      })
      return c.json(run, 201)
    })
    .post(`${AT}/statuses`, async (c) => {
      const input = fieldsOf(await readJson(c.req))
      const status = await checks.addStatus({
        ...commitOf(c, input.text('ref')),
        context: input.text('context', 'default'),
        state: input.oneOf('state', STATUS_STATES) ?? 'pending',
      })
      return c.json(status, 201)
    })
}
