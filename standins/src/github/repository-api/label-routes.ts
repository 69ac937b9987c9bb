import { type Context, Hono } from 'hono'
import { type Opened, openRepository } from '#github/access/open-repository.ts'
import { READ_ISSUES, TRIAGE_ISSUES } from '#github/access/repository-rights.ts'
import type { ApiEnv } from '#github/api/api-env.ts'
import { missingField, notFound, Refusal, validationFailed } from '#github/api/errors.ts'
import { pageOf } from '#github/api/paging.ts'
import { readBody } from '#github/api/read-body.ts'
import type { Issue } from '#github/memory/issues.ts'
import type { GithubNeeds } from '#github/memory/needs.ts'
import { repositoryUrls } from '#github/shapes/addresses.ts'
import { labelShape } from '#github/shapes/issue-shape.ts'
import { openWithIssues, requireIssue } from './open-issues.ts'
import { labelName } from './read-issue.ts'

const OF_ISSUE = '/repos/:owner/:name/issues/:number/labels'

/** A repository's labels, and those of one issue. */
export function labelRoutes(needs: GithubNeeds) {
  const { labels, issues } = needs.memory

  const render = (opened: Opened, names: readonly string[]) =>
    names.flatMap((name) => {
      const label = labels.named(opened.repository.id, name)
      return label ? [labelShape(repositoryUrls(needs, opened), label)] : []
    })
  const set = async (c: Context<ApiEnv>, choose: (issue: Issue, wanted: string[]) => string[]) => {
    const opened = openWithIssues(needs, c, TRIAGE_ISSUES)
    const issue = requireIssue(needs, c, opened)
    const { labels: wanted } = await readBody(c)
    if (!Array.isArray(wanted)) throw missingField('Issue', 'labels')
    const names = [...new Set(choose(issue, wanted.map(labelName)))]
    await labels.ensure(opened.repository.id, names)
    await issues.change(issue, { labels: names, updatedAt: needs.clock.now() })
    return c.json(render(opened, names))
  }

  return new Hono<ApiEnv>()
    .get('/repos/:owner/:name/labels', (c) => {
      const opened = openRepository(needs, c, READ_ISSUES)
      const urls = repositoryUrls(needs, opened)
      const list = labels.of(opened.repository.id)
      return c.json(pageOf(c, list).map((one) => labelShape(urls, one)))
    })
    .post('/repos/:owner/:name/labels', async (c) => {
      const opened = openRepository(needs, c, TRIAGE_ISSUES)
      const { name, color, description } = await readBody(c)
      if (typeof name !== 'string' || name.trim() === '') throw missingField('Label', 'name')
      if (labels.named(opened.repository.id, name)) {
        throw validationFailed({ resource: 'Label', code: 'already_exists', field: 'name' })
      }
      const added = await labels.add(opened.repository.id, {
        name,
        color: typeof color === 'string' ? color : 'ededed',
        description: typeof description === 'string' ? description : null,
      })
      return c.json(labelShape(repositoryUrls(needs, opened), added), 201)
    })
    .get(OF_ISSUE, (c) => {
      const opened = openWithIssues(needs, c, READ_ISSUES)
      return c.json(pageOf(c, render(opened, requireIssue(needs, c, opened).labels)))
    })
    .post(OF_ISSUE, (c) => set(c, (issue, wanted) => [...issue.labels, ...wanted]))
    .put(OF_ISSUE, (c) => set(c, (_, wanted) => wanted))
    .delete(`${OF_ISSUE}/:label`, async (c) => {
      const opened = openWithIssues(needs, c, TRIAGE_ISSUES)
      const issue = requireIssue(needs, c, opened)
      const label = c.req.param('label')
      if (!issue.labels.includes(label)) throw new Refusal(404, 'Label does not exist')
      const left = issue.labels.filter((one) => one !== label)
      await issues.change(issue, { labels: left, updatedAt: needs.clock.now() })
      return c.json(render(opened, left))
    })
    .get('/repos/:owner/:name/labels/:label', (c) => {
      const opened = openRepository(needs, c, READ_ISSUES)
      const [label] = render(opened, [c.req.param('label')])
      if (!label) throw notFound()
      return c.json(label)
    })
}
