import { Hono } from 'hono'
import { openRepository } from '#github/access/open-repository.ts'
import { READ_CODE } from '#github/access/repository-rights.ts'
import { rulesOf } from '#github/access/rules.ts'
import type { ApiEnv } from '#github/api/api-env.ts'
import { Refusal } from '#github/api/errors.ts'
import { pageOf } from '#github/api/paging.ts'
import type { GithubNeeds } from '#github/memory/needs.ts'
import { repositoryUrls } from '#github/shapes/addresses.ts'
import { renderCommit } from '#github/shapes/commit-shapes.ts'

const BRANCHES = 'refs/heads/'

export const branchRoutes = (needs: GithubNeeds) =>
  new Hono<ApiEnv>()
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
    .get('/repos/:owner/:name/branches/:branch{.+}', (c) => {
      const opened = openRepository(needs, c, READ_CODE)
      const { api, web } = repositoryUrls(needs, opened)
      const name = c.req.param('branch')
      const ref = BRANCHES + name
      const sha = needs.memory.lags.shownSha(opened.repository.id, ref, opened.git.refs.get(ref))
      const commit = sha === undefined ? undefined : opened.git.commit(sha)
      if (sha === undefined || !commit) throw new Refusal(404, 'Branch not found')
      const self = `${api}/branches/${name}`
      const rules = rulesOf(opened.repository, name)
      return c.json({
        name,
        commit: renderCommit(needs, opened, { ...commit, sha }),
        _links: { self, html: `${web}/tree/${name}` },
        protected: rules.length > 0,
        protection: {
          enabled: rules.some(({ isClassic }) => isClassic),
          required_status_checks: { enforcement_level: 'off', contexts: [], checks: [] },
        },
        protection_url: `${self}/protection`,
      })
    })
