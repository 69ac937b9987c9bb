import { Hono } from 'hono'
import { type Opened, READ_ISSUES, WRITE_ISSUES } from '#github/access/open-repository.ts'
import { actorOf } from '#github/access/reach.ts'
import type { ApiEnv } from '#github/api/api-env.ts'
import { pageOf } from '#github/api/paging.ts'
import { readBody } from '#github/api/read-body.ts'
import type { Comment } from '#github/memory/issues.ts'
import type { GithubNeeds } from '#github/memory/memory.ts'
import { addressesOf, repositoryUrls } from '#github/shapes/addresses.ts'
import { commentShape } from '#github/shapes/issue-shape.ts'
import { openWithIssues, readCommentBody, requireIssue } from './issue-routes.ts'

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
}
