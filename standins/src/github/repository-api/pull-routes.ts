import { type Context, Hono } from 'hono'
import { actorOf } from '#github/access/actor.ts'
import { type Opened, openRepository } from '#github/access/open-repository.ts'
import { READ_PULLS, WRITE_PULLS } from '#github/access/repository-rights.ts'
import type { ApiEnv } from '#github/api/api-env.ts'
import { missingField } from '#github/api/errors.ts'
import { pageOf } from '#github/api/paging.ts'
import { readBody } from '#github/api/read-body.ts'
import type { GithubNeeds } from '#github/memory/needs.ts'
import { type PullFacts, pullRequestShape } from '#github/shapes/pull-request-shapes.ts'
import { factsOf, renderPull, requirePull } from './find-pull.ts'
import { readIssue } from './read-issue.ts'
import { branchOf, readBranches } from './read-pull-request.ts'

const ALL = '/repos/:owner/:name/pulls'
const ONE = `${ALL}/:number`

export function pullRoutes(needs: GithubNeeds) {
  const { issues, pullRequests } = needs.memory

  return new Hono<ApiEnv>()
    .get(ALL, (c) => {
      const opened = openRepository(needs, c, READ_PULLS)
      const list = pullRequests.of(opened.repository.id).map((one) => factsOf(needs, opened, one))
      const shown = sortedBy(c, list.filter(chosenBy(c)))
      return c.json(pageOf(c, shown).map((one) => pullRequestShape(needs, one)))
    })
    .post(ALL, async (c) => {
      const opened = openRepository(needs, c, WRITE_PULLS)
      const authorId = actorOf(needs, c).person?.id ?? null
      const facts = await openPullRequest(needs, opened, authorId, await readBody(c))
      const rendered = renderPull(needs, facts)
      return c.json(rendered, 201, { location: rendered.url })
    })
    .get(ONE, async (c) => {
      const facts = requirePull(needs, c, openRepository(needs, c, READ_PULLS))
      const rendered = renderPull(needs, facts)
      await pullRequests.change(facts.pull, { isComputed: true })
      return c.json(rendered)
    })
    .patch(ONE, async (c) => {
      const opened = openRepository(needs, c, WRITE_PULLS)
      const facts = requirePull(needs, c, opened)
      const body = await readBody(c)
      if (body.base !== undefined) {
        const { name: base } = branchOf(opened, 'base', body.base)
        await pullRequests.change(facts.pull, { base, isComputed: false })
      }
      const { title, body: text, state, closedAt } = readIssue(needs, opened, body)
      await issues.change(facts.issue, {
        ...(title !== undefined && { title }),
        ...(text !== undefined && { body: text }),
        ...(state !== undefined && !facts.pull.merged && { state, closedAt: closedAt ?? null }),
        updatedAt: needs.clock.now(),
      })
      return c.json(renderPull(needs, facts))
    })
}

async function openPullRequest(
  needs: GithubNeeds,
  opened: Opened,
  authorId: number | null,
  body: Readonly<Record<string, unknown>>,
): Promise<PullFacts> {
  const { issues, pullRequests } = needs.memory
  const { id: repositoryId } = opened.repository
  if (typeof body.title !== 'string' || body.title.trim() === '') {
    throw missingField('PullRequest', 'title')
  }
  const branches = readBranches(needs, opened, body)
  const { title = body.title, body: text = null } = readIssue(needs, opened, body)
  const now = needs.clock.now()
  const issue = await issues.add({
    repositoryId,
    title,
    body: text,
    authorId,
    labels: [],
    assigneeIds: [],
    state: 'open',
    isPullRequest: true,
    createdAt: now,
    updatedAt: now,
    closedAt: null,
  })
  const pull = await pullRequests.add({
    ...branches,
    repositoryId,
    number: issue.number,
    isDraft: body.draft === true,
    merged: null,
    isComputed: false,
  })
  opened.git.refs.set(`refs/pull/${issue.number}/head`, pull.headSha)

  return { ...opened, pull, issue }
}

/** `state`, `head` as `owner:branch`, and `base`. */
function chosenBy(c: Context<ApiEnv>): (facts: PullFacts) => boolean {
  const { state = 'open', head, base } = c.req.query()

  return ({ issue, pull, owner }) =>
    (state === 'all' || issue.state === state) &&
    (head === undefined || head === `${owner.login}:${pull.head}`) &&
    (base === undefined || base === pull.base)
}

/** Newest first, unless asked otherwise. */
function sortedBy(c: Context<ApiEnv>, list: readonly PullFacts[]): PullFacts[] {
  const { sort, direction } = c.req.query()
  const sign = direction === 'asc' ? 1 : -1
  const keyOf = ({ issue }: PullFacts) => (sort === 'updated' ? issue.updatedAt : issue.number)

  return list.toSorted((a, b) => sign * (keyOf(a) - keyOf(b)))
}
