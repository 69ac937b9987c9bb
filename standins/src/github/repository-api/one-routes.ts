import { type Context, Hono } from 'hono'
import { openRepository } from '#github/access/open-repository.ts'
import { mustLetDelete } from '#github/access/organisation-policies.ts'
import { isVisible, reachOf } from '#github/access/reach.ts'
import { ADMINISTER, SEE } from '#github/access/repository-rights.ts'
import type { ApiEnv } from '#github/api/api-env.ts'
import { notAdmin, notFound, validationFailed } from '#github/api/errors.ts'
import { readBody } from '#github/api/read-body.ts'
import type { GithubNeeds } from '#github/memory/needs.ts'
import type { Repository } from '#github/repositories/repository.ts'
import { renderRepository } from '#github/shapes/render-repository.ts'
import { announceRepository } from '#github/webhooks/repository-events.ts'
import { readFields, readName } from './read-repository.ts'

export function oneRoutes(needs: GithubNeeds) {
  const { repositories, gits } = needs.memory

  return new Hono<ApiEnv>()
    .get('/repos/:owner/:name', (c) => {
      const { repository, role } = openRepository(needs, c, SEE)
      const isKnown = c.get('caller') || c.get('bot')
      return c.json(renderRepository(needs, repository, isKnown ? role : null))
    })
    .get('/repositories/:id', (c) => {
      const repository = repositories.byId(Number(c.req.param('id')))
      const reach = repository && reachOf(needs, c)(repository)
      if (!repository || !reach || !isVisible(reach, repository)) throw notFound()
      return c.json(renderRepository(needs, repository, reach.role))
    })
    .patch('/repos/:owner/:name', async (c) => {
      const { repository, role, git } = openRepository(needs, c, ADMINISTER)
      const body = await readBody(c)
      const { name, default_branch: branch } = body
      const { name: oldName, isPrivate: wasPrivate } = repository
      const isRenamed = typeof name === 'string' && name !== oldName
      if (branch !== undefined && !git.refs.get(`refs/heads/${branch}`)) {
        throw validationFailed({
          resource: 'Repository',
          code: 'invalid',
          field: 'default_branch',
          message: `The branch ${String(branch)} was not found. Please push that ref first or create it via the Git Data API.`,
        })
      }
      await repositories.change(repository.id, {
        ...readFields(body),
        ...(isRenamed && { name: readName(needs, repository.ownerId, name) }),
        ...(branch !== undefined && { defaultBranch: String(branch) }),
        updatedAt: needs.clock.now(),
      })
      gits.pointHead(repository)
      const sender = c.get('caller')?.person ?? null
      if (isRenamed) {
        const changes = { repository: { name: { from: oldName } } }
        announceRepository(needs, repository, { action: 'renamed', changes, sender })
      }
      if (repository.isPrivate !== wasPrivate) {
        const action = wasPrivate ? 'publicized' : 'privatized'
        announceRepository(needs, repository, { action, sender })
      }
      return c.json(renderRepository(needs, repository, role))
    })
    .delete('/repos/:owner/:name', async (c) => {
      const { repository, owner } = openRepository(needs, c, ADMINISTER)
      mustMayDelete(c)
      mustLetDelete(needs, c, owner)
      const sender = c.get('caller')?.person ?? null
      announceRepository(needs, repository, { action: 'deleted', sender })
      await removeRepository(needs, repository)
      return c.body(null, 204)
    })
}

/** Scopes that allow everything else do not allow this. */
function mustMayDelete(c: Context<ApiEnv>): void {
  const caller = c.get('caller')
  if (caller?.program.kind !== 'oauth-app') return
  c.header('x-accepted-oauth-scopes', 'delete_repo')
  if (!caller.scopes.includes('delete_repo')) throw notAdmin()
}

/** Removes it with its git data, and from every installation that selected it. */
async function removeRepository({ memory }: GithubNeeds, repository: Repository): Promise<void> {
  await memory.repositories.remove(repository.id)
  await memory.installations.change(({ installations }) => {
    for (const one of installations) {
      if (one.selection !== 'all')
        one.selection = one.selection.filter((id) => id !== repository.id)
    }
  })
  memory.gits.forget(repository)
}
