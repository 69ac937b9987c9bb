import { Hono } from 'hono'
import { type Opened, openRepository, READ_CODE } from '#github/access/open-repository.ts'
import { rulesOf } from '#github/access/rules.ts'
import type { ApiEnv } from '#github/api/api-env.ts'
import { Refusal } from '#github/api/errors.ts'
import { pageOf } from '#github/api/read-body.ts'
import type { GithubNeeds } from '#github/memory/memory.ts'
import { repositoryUrls } from '#github/shapes/account-shapes.ts'
import { renderCommit } from '#github/shapes/git-shapes.ts'

const BRANCHES = 'refs/heads/'
const ONE = '/repos/:owner/:name/branches/:branch{.+}'

export function branchRoutes(needs: GithubNeeds) {
  const { lags } = needs.memory

  const show = (opened: Opened, name: string, sha: string | undefined) => {
    const { api, web } = repositoryUrls(needs, opened)
    const commit = sha === undefined ? undefined : opened.git.commit(sha)
    const self = `${api}/branches/${name}`
    if (sha === undefined || !commit) throw new Refusal(404, 'Branch not found')
    const rules = rulesOf(opened.repository, name)
    return {
      name,
      commit: renderCommit(needs, opened, { ...commit, sha }),
      _links: { self, html: `${web}/tree/${name}` },
      protected: rules.length > 0,
      protection: {
        enabled: rules.some(({ isClassic }) => isClassic),
        required_status_checks: { enforcement_level: 'off', contexts: [], checks: [] },
      },
      protection_url: `${self}/protection`,
    }
  }

  return new Hono<ApiEnv>()
    .get('/repos/:owner/:name/branches', (c) => {
      const opened = openRepository(needs, c, READ_CODE)
      const { api } = repositoryUrls(needs, opened)
      const branches = opened.git.refs.all().filter(({ name }) => name.startsWith(BRANCHES))
      return c.json(
        pageOf(c, branches).map(({ name, sha }) => ({
          name: name.slice(BRANCHES.length),
          commit: { sha, url: `${api}/commits/${sha}` },
          protected: rulesOf(opened.repository, name.slice(BRANCHES.length)).length > 0,
        })),
      )
    })
    .get(ONE, (c) => {
      const opened = openRepository(needs, c, READ_CODE)
      const name = c.req.param('branch')
      const ref = BRANCHES + name
      const sha = lags.shownSha(opened.repository.id, ref, opened.git.refs.get(ref))
      return c.json(show(opened, name, sha))
    })
}
