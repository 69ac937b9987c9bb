import { Hono } from 'hono'
import {
  ADMINISTER,
  type Opened,
  openRepository,
  READ_CODE,
  WRITE_CODE,
} from '#github/access/open-repository.ts'
import { actorOf } from '#github/access/reach.ts'
import { rulesOf } from '#github/access/rules.ts'
import { renameBranch } from '#github/actions/push.ts'
import type { ApiEnv } from '#github/api/api-env.ts'
import { missingField, moved, Refusal } from '#github/api/errors.ts'
import { pageOf, readBody } from '#github/api/read-body.ts'
import { problemWithRefName, refInTheWay } from '#github/git/refs.ts'
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
    const newName = opened.repository.formerBranches?.[name]
    if (!commit && newName !== undefined) throw moved(`${api}/branches/${newName}`)
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
    .post(`${ONE}/rename`, async (c) => {
      const name = c.req.param('branch')
      const isDefault = openRepository(needs, c, WRITE_CODE).repository.defaultBranch === name
      // The default branch belongs to the settings.
      const opened = openRepository(needs, c, isDefault ? ADMINISTER : WRITE_CODE)
      const sha = opened.git.refs.get(BRANCHES + name)
      if (sha === undefined) throw new Refusal(404, 'Branch not found')
      const newName = readNewName(opened, await readBody(c))
      await renameBranch(needs, opened.git, {
        repository: opened.repository,
        name,
        newName,
        person: actorOf(needs, c).person,
      })
      return c.json(show(opened, newName, sha), 201)
    })
    .get(ONE, (c) => {
      const opened = openRepository(needs, c, READ_CODE)
      const name = c.req.param('branch')
      const ref = BRANCHES + name
      const sha = lags.shownSha(opened.repository.id, ref, opened.git.refs.get(ref))
      return c.json(show(opened, name, sha))
    })
}

function readNewName({ git }: Opened, { new_name: name }: Readonly<Record<string, unknown>>) {
  if (typeof name !== 'string' || name === '') throw missingField('Branch', 'new_name')
  const ref = BRANCHES + name
  if (problemWithRefName(ref) !== null || refInTheWay(git.refs, ref) !== undefined) {
    throw new Refusal(422, `${name} is not a valid branch name.`)
  }
  if (git.refs.get(ref) !== undefined) throw new Refusal(422, `Branch ${name} already exists.`)

  return name
}
