import { type Context, Hono } from 'hono'
import { actorOf } from '#github/access/actor.ts'
import { type Opened, openRepository, type Right } from '#github/access/open-repository.ts'
import { READ_ISSUES, WRITE_ISSUES } from '#github/access/repository-rights.ts'
import type { ApiEnv } from '#github/api/api-env.ts'
import { missingField, notFound, Refusal } from '#github/api/errors.ts'
import { pageOf } from '#github/api/paging.ts'
import { readBody } from '#github/api/read-body.ts'
import type { Issue } from '#github/memory/issues.ts'
import type { GithubNeeds } from '#github/memory/needs.ts'
import { addressesOf, repositoryUrls } from '#github/shapes/addresses.ts'
import { issueShape } from '#github/shapes/issue-shape.ts'
import { readIssue } from './read-issue.ts'

export function issueRoutes(needs: GithubNeeds) {
  const { issues, people } = needs.memory

  const open = (c: Context<ApiEnv>, right: Right): Opened => {
    const opened = openRepository(needs, c, right)
    if (!opened.repository.hasIssues) throw new Refusal(410, 'Issues are disabled for this repo')
    return opened
  }
  const one = (c: Context<ApiEnv>, { repository }: Opened): Issue => {
    const number = Number(c.req.param('number'))
    const found = issues.of(repository.id).find((issue) => issue.number === number)
    if (!found) throw notFound()
    return found
  }
  const render = (opened: Opened, issue: Issue) =>
    issueShape(addressesOf(needs), repositoryUrls(needs, opened), {
      issue,
      author: issue.authorId === null ? undefined : people.byId(issue.authorId),
      assignees: issue.assigneeIds.flatMap((id) => people.byId(id) ?? []),
      isOwner: issue.authorId === opened.repository.ownerId,
    })

  return new Hono<ApiEnv>()
    .get('/repos/:owner/:name/issues', (c) => {
      const opened = open(c, READ_ISSUES)
      const state = c.req.query('state') ?? 'open'
      const shown = issues
        .of(opened.repository.id)
        .filter((issue) => state === 'all' || issue.state === state)
      return c.json(pageOf(c, shown).map((issue) => render(opened, issue)))
    })
    .post('/repos/:owner/:name/issues', async (c) => {
      const opened = open(c, WRITE_ISSUES)
      const body = await readBody(c)
      if (typeof body.title !== 'string' || body.title.trim() === '') {
        throw missingField('Issue', 'title')
      }
      const now = needs.clock.now()
      const issue = await issues.add({
        repositoryId: opened.repository.id,
        title: body.title,
        body: null,
        authorId: actorOf(needs, c).person?.id ?? null,
        labels: [],
        assigneeIds: [],
        state: 'open',
        createdAt: now,
        updatedAt: now,
        closedAt: null,
        ...readIssue(needs, opened, body),
      })
      const rendered = render(opened, issue)
      return c.json(rendered, 201, { location: rendered.url })
    })
    .get('/repos/:owner/:name/issues/:number', (c) => {
      const opened = open(c, READ_ISSUES)
      return c.json(render(opened, one(c, opened)))
    })
    .patch('/repos/:owner/:name/issues/:number', async (c) => {
      const opened = open(c, WRITE_ISSUES)
      const issue = one(c, opened)
      const changes = readIssue(needs, opened, await readBody(c))
      await issues.change(issue, { ...changes, updatedAt: needs.clock.now() })
      return c.json(render(opened, issue))
    })
}
