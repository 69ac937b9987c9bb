import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { changesBetween } from '#github/git/changes.ts'
import { entryAt, walkTree } from '#github/git/files.ts'
import type { Git } from '#github/git/git.ts'
import { historyOf, resolve } from '#github/git/history.ts'
import type { GithubNeeds } from '#github/memory/needs.ts'
import { findRepository } from './find-repository.ts'
import { commitPage, comparePage, filePage, issuePage, repositoryPage } from './repository-pages.ts'

const HEADS = 'refs/heads/'

/** Pages that show what was pushed. Without access checks: only this machine can open them. */
export function repositoryPageRoutes(needs: GithubNeeds): Hono {
  const { people, issues } = needs.memory

  const missing = (c: Context) =>
    needs.showPage(c, { title: 'Not here', status: 404, body: nothing })
  const found = (c: Context) => findRepository(needs, c)

  const overview = (c: Context) => {
    const known = found(c)
    if (!known) return missing(c)
    const { repository, git } = known
    const asked = c.req.param('branch') ?? 'HEAD'
    const branch = asked === 'HEAD' ? repository.defaultBranch : asked
    const head = git.refs.get(HEADS + branch)
    const commits = head === undefined ? [] : historyOf(git, head)
    const tree = head === undefined ? undefined : git.commit(head)?.tree
    const files = tree === undefined ? [] : [...walkTree(git, tree)]
    const body = repositoryPage({
      ...known,
      branch,
      branches: git.refs
        .all()
        .filter(({ name }) => name.startsWith(HEADS))
        .map(({ name }) => name.slice(HEADS.length)),
      commits,
      files: files.filter(({ mode }) => mode !== '040000'),
      issues: issues.of(repository.id),
    })
    return needs.showPage(c, { title: repository.name, body })
  }

  return new Hono()
    .get('/:owner/:name', overview)
    .get('/:owner/:name/:view{tree|commits}/:branch{.+}', overview)
    .get('/:owner/:name/compare/:range{.+}', (c) => {
      const known = found(c)
      const compared = known && compare(known.git, c.req.param('range'))
      if (!compared) return missing(c)
      const body = comparePage({ ...known, ...compared })
      return needs.showPage(c, { title: 'Comparing changes', body })
    })
    .get('/:owner/:name/commit/:sha', (c) => {
      const known = found(c)
      const sha = c.req.param('sha')
      const commit = known?.git.commit(sha)
      if (!known || !commit) return missing(c)
      const [parent] = commit.parents
      const before = parent === undefined ? null : (known.git.commit(parent)?.tree ?? null)
      const changes = changesBetween(known.git, before, commit.tree)
      const body = commitPage({ ...known, commit: { ...commit, sha }, changes })
      return needs.showPage(c, { title: sha.slice(0, 7), body })
    })
    .get('/:owner/:name/blob/:ref/:path{.+}', (c) => {
      const known = found(c)
      const head = known && resolve(known.git, c.req.param('ref'))
      const tree = head === undefined ? undefined : known?.git.commit(head)?.tree
      const path = c.req.param('path')
      const entry = tree === undefined ? undefined : known && entryAt(known.git, tree, path)
      const content = entry && known?.git.blob(entry.sha)
      if (!known || !content) return missing(c)
      return needs.showPage(c, { title: path, body: filePage({ ...known, path, content }) })
    })
    .get('/:owner/:name/:kind{issues|pull}/:number', (c) => {
      const known = found(c)
      const number = Number(c.req.param('number'))
      const issue = known && issues.of(known.repository.id).find((one) => one.number === number)
      if (!issue) return missing(c)
      const author = (issue.authorId !== null && people.byId(issue.authorId)?.login) || 'an app'
      return needs.showPage(c, { title: issue.title, body: issuePage({ ...known, issue, author }) })
    })
}

/** `base...head`: the commits that only the second has, and how the files differ. */
function compare(git: Git, range: string) {
  const [base = '', head = ''] = range.split('...')
  const [from, to] = [resolve(git, base), resolve(git, head)]
  const [before, after] = [from && git.commit(from)?.tree, to && git.commit(to)?.tree]
  if (!from || !to || !before || !after) return undefined
  const known = new Set(historyOf(git, from).map(({ sha }) => sha))

  return {
    base,
    head,
    commits: historyOf(git, to).filter(({ sha }) => !known.has(sha)),
    changes: changesBetween(git, before, after),
  }
}

const nothing = html`
  <h1>Nothing at this address</h1>
  <p class="lead"><a href="/">See who is here</a></p>`
