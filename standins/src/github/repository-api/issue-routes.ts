import { type Context, Hono } from 'hono'
import { actorOf } from '#github/access/actor.ts'
import type { Opened } from '#github/access/open-repository.ts'
import { READ_ISSUES, WRITE_ISSUES } from '#github/access/repository-rights.ts'
import type { ApiEnv } from '#github/api/api-env.ts'
import { missingField, notAdmin } from '#github/api/errors.ts'
import { pageOf } from '#github/api/paging.ts'
import { readBody } from '#github/api/read-body.ts'
import type { Issue } from '#github/memory/issues.ts'
import type { GithubNeeds } from '#github/memory/needs.ts'
import { addressesOf, repositoryUrls } from '#github/shapes/addresses.ts'
import { issueShape } from '#github/shapes/issue-shape.ts'
import { openWithIssues, requireIssue } from './open-issues.ts'
import { readIssue } from './read-issue.ts'

/** Pull requests are listed among the issues, as on GitHub. */
export function issueRoutes(needs: GithubNeeds) {
  const { issues, people, labels, comments, pullRequests } = needs.memory

  const render = (opened: Opened, issue: Issue) => {
    const { id, ownerId } = opened.repository
    return issueShape(addressesOf(needs), repositoryUrls(needs, opened), {
      issue,
      author: issue.authorId === null ? undefined : people.byId(issue.authorId),
      assignees: issue.assigneeIds.flatMap((one) => people.byId(one) ?? []),
      labels: issue.labels.flatMap((name) => labels.named(id, name) ?? []),
      comments: comments.of(id, issue.number).length,
      isOwner: issue.authorId === ownerId,
      mergedAt: pullRequests.find(id, issue.number)?.merged?.at ?? null,
    })
  }

  return new Hono<ApiEnv>()
    .get('/repos/:owner/:name/issues', (c) => {
      const opened = openWithIssues(needs, c, READ_ISSUES)
      const shown = issues.of(opened.repository.id).filter(chosenBy(c))
      return c.json(pageOf(c, sortedBy(c, shown)).map((issue) => render(opened, issue)))
    })
    .post('/repos/:owner/:name/issues', async (c) => {
      const opened = openWithIssues(needs, c, WRITE_ISSUES)
      const body = await readBody(c)
      if (typeof body.title !== 'string' || body.title.trim() === '') {
        throw missingField('Issue', 'title')
      }
      const now = needs.clock.now()
      const wanted = readIssue(needs, opened, body)
      await labels.ensure(opened.repository.id, wanted.labels ?? [])
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
        ...wanted,
      })
      const rendered = render(opened, issue)
      return c.json(rendered, 201, { location: rendered.url })
    })
    .get('/repos/:owner/:name/issues/:number', (c) => {
      const opened = openWithIssues(needs, c, READ_ISSUES)
      return c.json(render(opened, requireIssue(needs, c, opened)))
    })
    .patch('/repos/:owner/:name/issues/:number', async (c) => {
      const opened = openWithIssues(needs, c, WRITE_ISSUES)
      const issue = requireIssue(needs, c, opened)
      const isAuthor = issue.authorId === (actorOf(needs, c).person?.id ?? null)
      if (!isAuthor && opened.role === 'read') throw notAdmin()
      const changes = readIssue(needs, opened, await readBody(c))
      await labels.ensure(opened.repository.id, changes.labels ?? [])
      await issues.change(issue, { ...changes, updatedAt: needs.clock.now() })
      return c.json(render(opened, issue))
    })
}

/** `state`, `labels` and `since`. */
function chosenBy(c: Context<ApiEnv>): (issue: Issue) => boolean {
  const { state = 'open', labels = '', since } = c.req.query()
  const wanted = labels.split(',').filter(Boolean)
  const from = since === undefined ? -Infinity : Date.parse(since)

  return (issue) =>
    (state === 'all' || issue.state === state) &&
    wanted.every((one) => issue.labels.includes(one)) &&
    issue.updatedAt >= from
}

/** Newest first, unless asked otherwise. */
function sortedBy(c: Context<ApiEnv>, list: readonly Issue[]): Issue[] {
  const { sort, direction } = c.req.query()
  const field = sort === 'updated' ? ('updatedAt' as const) : ('number' as const)
  const sign = direction === 'asc' ? 1 : -1

  return list.toSorted((a, b) => sign * (a[field] - b[field]))
}
