import { type Context, Hono } from 'hono'
import { ADMINISTER, openRepository, SEE } from '#github/access/open-repository.ts'
import { isVisible, reachOf } from '#github/access/reach.ts'
import type { ApiEnv } from '#github/api/api-env.ts'
import { missingField, notAdmin, notFound, Refusal, validationFailed } from '#github/api/errors.ts'
import { readBody } from '#github/api/read-body.ts'
import type { GithubNeeds } from '#github/memory/memory.ts'
import type { Repository } from '#github/repositories/repository.ts'
import { renderRepository } from '#github/shapes/repository-shapes.ts'
import { announceRepository } from '#github/webhooks/repository-events.ts'

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
      const { repository } = openRepository(needs, c, ADMINISTER)
      mustMayDelete(c)
      const sender = c.get('caller')?.person ?? null
      announceRepository(needs, repository, { action: 'deleted', sender })
      await removeRepository(needs, repository)
      return c.body(null, 204)
    })
}

/** Scopes that allow everything else do not allow this. */
function mustMayDelete(c: Context<ApiEnv>): void {
  const caller = c.get('caller')
  if (caller?.program.kind !== 'classic-token') return
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

type Body = Readonly<Record<string, unknown>>

const MAX_NAME = 100

/** A free name; invalid characters become hyphens, as on GitHub. */
export function readName({ memory }: GithubNeeds, ownerId: number, input: unknown): string {
  if (typeof input !== 'string' || input.trim() === '') throw missingField('Repository', 'name')
  const name = input.trim().replace(/[^\w.-]+/g, '-')
  if (name.length > MAX_NAME || /^\.{1,2}$/.test(name)) {
    throw failed(`name is too long or reserved (maximum is ${MAX_NAME} characters)`)
  }
  if (/\.git$/i.test(name)) throw failed("name cannot end in '.git'")
  if (memory.repositories.named(ownerId, name)) throw failed('name already exists on this account')

  return name
}

/** The fields that can be set on creation and changed later. */
export function readFields(body: Body): Partial<Repository> {
  const { description } = body

  return {
    ...(description !== undefined && { description: description ? String(description) : null }),
    ...(body.private !== undefined && { isPrivate: body.private === true }),
  }
}

const failed = (message: string) =>
  new Refusal(422, 'Repository creation failed.', [
    { resource: 'Repository', code: 'custom', field: 'name', message },
  ])
