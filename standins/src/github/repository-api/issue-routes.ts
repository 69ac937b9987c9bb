import { type Context, Hono } from 'hono'
import {
  type Opened,
  openRepository,
  READ_ISSUES,
  type Right,
  WRITE_ISSUES,
} from '#github/access/open-repository.ts'
import { actorOf } from '#github/access/reach.ts'
import type { ApiEnv } from '#github/api/api-env.ts'
import { missingField, notAdmin, notFound, Refusal, validationFailed } from '#github/api/errors.ts'
import { pageOf, readBody } from '#github/api/read-body.ts'
import { type Comment, type Issue, STATE_REASONS, type StateReason } from '#github/memory/issues.ts'
import type { GithubNeeds } from '#github/memory/memory.ts'
import { addressesOf, repositoryUrls } from '#github/shapes/account-shapes.ts'
import { commentShape, issueShape, labelShape } from '#github/shapes/issue-shape.ts'

/** Pull requests are listed among the issues, as on GitHub. */
export function issueRoutes(needs: GithubNeeds) {
  const { issues, people, labels, comments } = needs.memory

  const render = (opened: Opened, issue: Issue) => {
    const { id, ownerId } = opened.repository
    return issueShape(addressesOf(needs), repositoryUrls(needs, opened), {
      issue,
      author: issue.authorId === null ? undefined : people.byId(issue.authorId),
      labels: issue.labels.flatMap((name) => labels.named(id, name) ?? []),
      comments: comments.of({ repositoryId: id, issue: issue.number }).length,
      isOwner: issue.authorId === ownerId,
    })
  }

  return new Hono<ApiEnv>()
    .get('/repos/:owner/:name/issues', (c) => {
      const opened = openWithIssues(needs, c, READ_ISSUES)
      const shown = issues.of(opened.repository.id).filter(isChosen(c))
      return c.json(pageOf(c, shown).map((issue) => render(opened, issue)))
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
      const issue = await issues.add<Issue>({
        repositoryId: opened.repository.id,
        title: body.title,
        body: null,
        authorId: actorOf(needs, c).person?.id ?? null,
        labels: [],
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

/** By `state`; open ones unless asked otherwise. */
const isChosen =
  (c: Context<ApiEnv>) =>
  (issue: Issue): boolean =>
    [issue.state, 'all'].includes(c.req.query('state') ?? 'open')

const MAX_TITLE = 256
const MAX_BODY = 65_536

/** An issue's fields. Without push access, labels are silently dropped. */
export function readIssue(
  { clock }: GithubNeeds,
  { role }: Opened,
  body: Readonly<Record<string, unknown>>,
): Partial<Issue> {
  const mayTriage = role !== 'read'
  const { title, body: text, labels, state } = body
  mustBeShort('Issue', 'title', title, MAX_TITLE)
  mustBeShort('Issue', 'body', text, MAX_BODY)

  return {
    ...(typeof title === 'string' && { title }),
    ...(text !== undefined && { body: text === null ? null : String(text) }),
    ...(mayTriage && Array.isArray(labels) && { labels: labels.map(labelName) }),
    ...((state === 'open' || state === 'closed') && {
      state,
      stateReason: readReason(state, body.state_reason),
      closedAt: state === 'closed' ? clock.now() : null,
    }),
  }
}

/** An issue that is opened again says so. */
function readReason(state: Issue['state'], input: unknown): StateReason {
  const given = STATE_REASONS.find((one) => one === input)
  if (input !== undefined && input !== null && !given) {
    throw validationFailed({ resource: 'Issue', code: 'invalid', field: 'state_reason' })
  }

  return given ?? (state === 'closed' ? 'completed' : 'reopened')
}

function readCommentBody({ body }: Readonly<Record<string, unknown>>): string {
  if (typeof body !== 'string') throw missingField('IssueComment', 'body')
  if (body.trim() === '') {
    throw validationFailed({
      resource: 'IssueComment',
      code: 'unprocessable',
      field: 'data',
      message: 'Body cannot be blank',
    })
  }
  mustBeShort('IssueComment', 'body', body, MAX_BODY)

  return body
}

function mustBeShort(resource: string, field: string, text: unknown, max: number): void {
  if (typeof text !== 'string' || [...text].length <= max) return
  const message = `${field} is too long (maximum is ${max} characters)`
  throw validationFailed({ resource, code: 'custom', field, message })
}

/** A label is a name, or an object with one. */
const labelName = (label: unknown) =>
  typeof label === 'object' && label !== null && 'name' in label
    ? String(label.name)
    : String(label)

/** The repository in the path, unless its issues are switched off. */
function openWithIssues(needs: GithubNeeds, c: Context<ApiEnv>, right: Right): Opened {
  const opened = openRepository(needs, c, right)
  if (!opened.repository.hasIssues) throw new Refusal(410, 'Issues are disabled for this repo')

  return opened
}

function requireIssue(
  { memory: { issues } }: GithubNeeds,
  c: Context<ApiEnv>,
  { repository }: Opened,
): Issue {
  const number = Number(c.req.param('number'))
  const found = issues.of(repository.id).find((issue) => issue.number === number)
  if (!found) throw notFound()

  return found
}

export const labelRoutes = (needs: GithubNeeds) =>
  new Hono<ApiEnv>().get('/repos/:owner/:name/labels', (c) => {
    const opened = openRepository(needs, c, READ_ISSUES)
    const urls = repositoryUrls(needs, opened)
    const list = needs.memory.labels.of(opened.repository.id)
    return c.json(pageOf(c, list).map((one) => labelShape(urls, one)))
  })

const OF_ISSUE = '/repos/:owner/:name/issues/:number/comments'

export function commentRoutes(needs: GithubNeeds) {
  const { comments, issues, people } = needs.memory

  const render = (opened: Opened, comment: Comment) =>
    commentShape(addressesOf(needs), repositoryUrls(needs, opened), {
      comment,
      author: comment.authorId === null ? undefined : people.byId(comment.authorId),
      isOwner: comment.authorId === opened.repository.ownerId,
    })

  return new Hono<ApiEnv>()
    .get(OF_ISSUE, (c) => {
      const opened = openWithIssues(needs, c, READ_ISSUES)
      const { number } = requireIssue(needs, c, opened)
      const list = comments.of({ repositoryId: opened.repository.id, issue: number })
      return c.json(pageOf(c, list).map((one) => render(opened, one)))
    })
    .post(OF_ISSUE, async (c) => {
      const opened = openWithIssues(needs, c, WRITE_ISSUES)
      const issue = requireIssue(needs, c, opened)
      const now = needs.clock.now()
      const comment = await comments.add({
        repositoryId: opened.repository.id,
        issue: issue.number,
        body: readCommentBody(await readBody(c)),
        authorId: actorOf(needs, c).person?.id ?? null,
        createdAt: now,
        updatedAt: now,
      })
      await issues.change(issue, { updatedAt: now })
      const rendered = render(opened, comment)
      return c.json(rendered, 201, { location: rendered.url })
    })
}
