import { type Context, Hono } from 'hono'
import {
  type Opened,
  openRepository,
  READ_CHECKS,
  READ_PULLS,
  READ_STATUSES,
  type Right,
  WRITE_PULLS,
} from '#github/access/open-repository.ts'
import { actorOf } from '#github/access/reach.ts'
import type { ApiEnv } from '#github/api/api-env.ts'
import { missingField, notFound, Refusal, validationFailed } from '#github/api/errors.ts'
import { pageOf, readBody } from '#github/api/read-body.ts'
import { changesBetween } from '#github/git/files.ts'
import { historyOf, mergeBaseOf, resolve } from '#github/git/history.ts'
import { newestChecks, type PullRequest } from '#github/memory/issues.ts'
import type { GithubNeeds } from '#github/memory/memory.ts'
import { repositoryUrls } from '#github/shapes/account-shapes.ts'
import {
  checkRunShape,
  combinedState,
  commitStatusShape,
  fullPullRequest,
  type PullFacts,
  pullRequestShape,
  reviewShape,
} from '#github/shapes/pull-request-shapes.ts'
import { renderRepository } from '#github/shapes/repository-shapes.ts'
import { readIssue } from './issue-routes.ts'

const ALL = '/repos/:owner/:name/pulls'
const ONE = `${ALL}/:number`

export function pullRoutes(needs: GithubNeeds) {
  const { issues, reviews } = needs.memory

  return new Hono<ApiEnv>()
    .get(ALL, (c) => {
      const opened = openRepository(needs, c, READ_PULLS)
      const list = issues.pulls(opened.repository.id).map((pull) => ({ ...opened, pull }))
      const shown = list.filter(chosenBy(c))
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
      await issues.change(facts.pull, { isComputed: true })
      return c.json(rendered)
    })
    .patch(ONE, async (c) => {
      const opened = openRepository(needs, c, WRITE_PULLS)
      const facts = requirePull(needs, c, opened)
      const body = await readBody(c)
      const { title, body: text, state, closedAt } = readIssue(needs, opened, body)
      await issues.change(facts.pull, {
        ...(title !== undefined && { title }),
        ...(text !== undefined && { body: text }),
        ...(state !== undefined && !facts.pull.merged && { state, closedAt: closedAt ?? null }),
        updatedAt: needs.clock.now(),
      })
      return c.json(renderPull(needs, facts))
    })
    .get(`${ONE}/reviews`, (c) => {
      const facts = requirePull(needs, c, openRepository(needs, c, READ_PULLS))
      const { number, repositoryId } = facts.pull
      const page = pageOf(c, reviews.of({ number, repositoryId }))
      return c.json(page.map((one) => reviewShape(needs, facts, one)))
    })
}

async function openPullRequest(
  needs: GithubNeeds,
  opened: Opened,
  authorId: number | null,
  body: Readonly<Record<string, unknown>>,
): Promise<PullFacts> {
  const { id: repositoryId } = opened.repository
  if (typeof body.title !== 'string' || body.title.trim() === '') {
    throw missingField('PullRequest', 'title')
  }
  const branches = readBranches(needs, opened, body)
  const { title = body.title, body: text = null } = readIssue(needs, opened, body)
  const now = needs.clock.now()
  const pull = await needs.memory.issues.add<PullRequest>({
    ...branches,
    repositoryId,
    title,
    body: text,
    authorId,
    labels: [],
    state: 'open',
    isPullRequest: true,
    createdAt: now,
    updatedAt: now,
    closedAt: null,
    isDraft: body.draft === true,
    merged: null,
    isComputed: false,
  })
  opened.git.refs.set(`refs/pull/${pull.number}/head`, pull.headSha)

  return { ...opened, pull }
}

/** `state`, and `head` as `owner:branch`. */
function chosenBy(c: Context<ApiEnv>): (facts: PullFacts) => boolean {
  const { state = 'open', head } = c.req.query()

  return ({ pull, owner }) =>
    (state === 'all' || pull.state === state) &&
    (head === undefined || head === `${owner.login}:${pull.head}`)
}

/** The pull request in the path. */
function requirePull(needs: GithubNeeds, c: Context<ApiEnv>, opened: Opened): PullFacts {
  const number = Number(c.req.param('number'))
  const pull = needs.memory.issues.pull(opened.repository.id, number)
  if (!pull) throw notFound()

  return { ...opened, pull }
}

function renderPull(needs: GithubNeeds, facts: PullFacts) {
  const { git, pull } = facts
  const base = git.refs.get(`refs/heads/${pull.base}`)
  const from = base === undefined ? undefined : mergeBaseOf(git, base, pull.headSha)
  const before = from === undefined ? null : (git.commit(from)?.tree ?? null)
  const after = git.commit(pull.headSha)?.tree ?? ''

  return fullPullRequest(needs, facts, changesBetween(git, before, after).length)
}

type Body = Readonly<Record<string, unknown>>

/** The branches of a new pull request; throws GitHub's reasons why it cannot be opened. */
function readBranches({ memory }: GithubNeeds, opened: Opened, body: Body) {
  const { git, owner, repository } = opened
  const head = branchOf(opened, 'head', body.head)
  const base = branchOf(opened, 'base', body.base)
  const known = new Set(historyOf(git, base.sha).map(({ sha }) => sha))
  if (known.has(head.sha)) throw custom(`No commits between ${base.name} and ${head.name}`)
  const isOpen = memory.issues
    .pulls(repository.id)
    .some((one) => one.head === head.name && one.base === base.name && one.state === 'open')
  if (isOpen) throw custom(`A pull request already exists for ${owner.login}:${head.name}.`)

  if (body.draft === true && repository.takesDrafts === false) {
    throw new Refusal(422, 'Draft pull requests are not supported in this repository.')
  }

  return { head: head.name, base: base.name, headSha: head.sha }
}

/** `branch`, or `owner:branch`. Forks are not played, so the owner can only be the repository's. */
function branchOf({ git, owner }: Opened, field: 'head' | 'base', input: unknown) {
  if (typeof input !== 'string' || input === '') throw missingField('PullRequest', field)
  const [, login, name = ''] = /^(?:([^:]+):)?(.*)$/s.exec(input) ?? []
  const isHere = login === undefined || login.toLowerCase() === owner.login.toLowerCase()
  const sha = isHere ? git.refs.get(`refs/heads/${name}`) : undefined
  if (sha === undefined) throw validationFailed({ resource: 'PullRequest', field, code: 'invalid' })

  return { name, sha }
}

const custom = (message: string) =>
  new Refusal(422, 'Validation Failed', [{ resource: 'PullRequest', code: 'custom', message }])

/** Checks of a commit by programs, in the newer and the older format. */
export function checkRoutes(needs: GithubNeeds) {
  const { checks } = needs.memory
  const open = (c: Context<ApiEnv>, right: Right) => {
    const opened = openRepository(needs, c, right)
    const ref = c.req.param('ref') ?? ''
    const sha = resolve(opened.git, ref)
    if (sha === undefined) throw new Refusal(422, `No commit found for SHA: ${ref}`)
    const { repository } = opened
    return {
      repository,
      urls: repositoryUrls(needs, opened),
      of: { repositoryId: repository.id, sha },
    }
  }

  return new Hono<ApiEnv>()
    .get('/repos/:owner/:name/commits/:ref{.+}/check-runs', (c) => {
      const { urls, of } = open(c, READ_CHECKS)
      const runs = newestChecks(checks.runs.of(of))
      const shown = pageOf(c, runs).map((one) => checkRunShape(urls, one))
      return c.json({ total_count: runs.length, check_runs: shown })
    })
    .get('/repos/:owner/:name/commits/:ref{.+}/status', (c) => {
      const { repository, urls, of } = open(c, READ_STATUSES)
      const statuses = newestChecks(checks.statuses.of(of))
      return c.json({
        state: combinedState(statuses),
        statuses: pageOf(c, statuses).map((one) => commitStatusShape(urls, one)),
        sha: of.sha,
        total_count: statuses.length,
        repository: renderRepository(needs, repository, null),
        commit_url: `${urls.api}/commits/${of.sha}`,
        url: `${urls.api}/commits/${of.sha}/status`,
      })
    })
}
