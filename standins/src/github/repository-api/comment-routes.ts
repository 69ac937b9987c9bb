import { type Context, Hono } from 'hono'
import { actorOf } from '#github/access/actor.ts'
import type { Opened } from '#github/access/open-repository.ts'
import { READ_ISSUES, WRITE_ISSUES } from '#github/access/repository-rights.ts'
import type { ApiEnv } from '#github/api/api-env.ts'
import { notAdmin, notFound } from '#github/api/errors.ts'
import { pageOf } from '#github/api/paging.ts'
import { readBody } from '#github/api/read-body.ts'
import type { Comment } from '#github/memory/comments.ts'
import type { GithubNeeds } from '#github/memory/needs.ts'
import { addressesOf, repositoryUrls } from '#github/shapes/addresses.ts'
import { commentShape } from '#github/shapes/issue-shape.ts'
import { openWithIssues, requireIssue } from './open-issues.ts'
import { readCommentBody } from './read-issue.ts'

const OF_ISSUE = '/repos/:owner/:name/issues/:number/comments'
const ONE = '/repos/:owner/:name/issues/comments/:id'

export function commentRoutes(needs: GithubNeeds) {
  const { comments, issues, people } = needs.memory

  const render = (opened: Opened, comment: Comment) =>
    commentShape(addressesOf(needs), repositoryUrls(needs, opened), {
      comment,
      author: comment.authorId === null ? undefined : people.byId(comment.authorId),
      isOwner: comment.authorId === opened.repository.ownerId,
    })
  const known = (c: Context<ApiEnv>, { repository }: Opened): Comment => {
    const found = comments.byId(repository.id, Number(c.req.param('id')))
    if (!found) throw notFound()
    return found
  }
  const own = (c: Context<ApiEnv>, opened: Opened): Comment => {
    const comment = known(c, opened)
    const isAuthor = comment.authorId === (actorOf(needs, c).person?.id ?? null)
    if (!isAuthor && opened.role === 'read') throw notAdmin()
    return comment
  }

  return new Hono<ApiEnv>()
    .get(OF_ISSUE, (c) => {
      const opened = openWithIssues(needs, c, READ_ISSUES)
      const { number } = requireIssue(needs, c, opened)
      const list = comments.of(opened.repository.id, number)
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
    .get(ONE, (c) => {
      const opened = openWithIssues(needs, c, READ_ISSUES)
      return c.json(render(opened, known(c, opened)))
    })
    .patch(ONE, async (c) => {
      const opened = openWithIssues(needs, c, WRITE_ISSUES)
      const comment = own(c, opened)
      const body = readCommentBody(await readBody(c))
      await comments.change(comment, { body, updatedAt: needs.clock.now() })
      return c.json(render(opened, comment))
    })
    .delete(ONE, async (c) => {
      await comments.remove(own(c, openWithIssues(needs, c, WRITE_ISSUES)))
      return c.body(null, 204)
    })
}
