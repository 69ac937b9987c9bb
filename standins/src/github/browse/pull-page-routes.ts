import { type Context, Hono } from 'hono'
import { mergePullRequest } from '#github/actions/merge-pull-request.ts'
import { changesBetween } from '#github/git/changes.ts'
import { historyOf, mergeBaseOf } from '#github/git/history.ts'
import { signatureOf } from '#github/git/initial-commits.ts'
import { mergedTree } from '#github/git/merge.ts'
import type { GithubNeeds } from '#github/memory/needs.ts'
import { findRepository } from './find-repository.ts'
import { pullPage } from './pull-page.ts'

const ONE = '/:owner/:name/pull/:number'

/** A pull request's page, where it can be merged or closed as its repository's owner. */
export function pullPageRoutes(needs: GithubNeeds): Hono {
  const { people, issues, pullRequests, checks } = needs.memory

  const found = (c: Context) => {
    const known = findRepository(needs, c)
    const number = Number(c.req.param('number'))
    const pull = known && pullRequests.find(known.repository.id, number)
    const issue = known && issues.of(known.repository.id).find((one) => one.number === number)
    return known && pull && issue && { ...known, pull, issue }
  }

  return new Hono()
    .get(ONE, (c, next) => {
      const facts = found(c)
      if (!facts) return next()
      const { git, pull, issue, repository } = facts
      const base = git.refs.get(`refs/heads/${pull.base}`) ?? pull.headSha
      const from = mergeBaseOf(git, base, pull.headSha)
      const [before, after] = [from ?? pull.headSha, pull.headSha].map(
        (sha) => git.commit(sha)?.tree ?? null,
      )
      const known = new Set(historyOf(git, from ?? base).map(({ sha }) => sha))
      const reviews = pullRequests.reviewsOf(pull).map((review) => ({
        ...review,
        by: people.byId(review.personId)?.login ?? 'somebody',
      }))
      const body = pullPage({
        ...facts,
        author: (issue.authorId !== null && people.byId(issue.authorId)?.login) || 'an app',
        commits: historyOf(git, pull.headSha).filter(({ sha }) => !known.has(sha)),
        changes: after ? changesBetween(git, before ?? null, after) : [],
        canMerge: issue.state === 'open' && mergedTree(git, base, pull.headSha) !== null,
        reviews,
        runs: checks.runsOf(repository.id, pull.headSha),
        statuses: checks.statusesOf(repository.id, pull.headSha),
      })
      return needs.showPage(c, { title: issue.title, body })
    })
    .post(`${ONE}/merge`, async (c, next) => {
      const facts = found(c)
      if (!facts) return next()
      const person = ownerOf(needs, facts.repository.ownerId)
      const signature = signatureOf(person ?? undefined, needs.clock.now())
      await mergePullRequest(needs, facts.git, { ...facts, method: 'merge', person, signature })
      return c.redirect(c.req.path.replace(/\/merge$/, ''), 303)
    })
    .post(`${ONE}/close`, async (c, next) => {
      const facts = found(c)
      if (!facts) return next()
      const now = needs.clock.now()
      if (facts.issue.state === 'open') {
        await issues.change(facts.issue, { state: 'closed', closedAt: now, updatedAt: now })
      }
      return c.redirect(c.req.path.replace(/\/close$/, ''), 303)
    })
}

/** Of an organisation: its first owner. */
function ownerOf({ memory: { people } }: GithubNeeds, ownerId: number) {
  const organisation = people.organisations().find(({ id }) => id === ownerId)
  const admin = organisation?.members.find(({ role }) => role === 'admin')

  return people.byId(admin?.personId ?? ownerId) ?? null
}
