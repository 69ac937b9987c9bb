import { type Context, Hono } from 'hono'
import { hasMembership, reachOf, roleOf } from '#github/access/reach.ts'
import type { ApiEnv } from '#github/api/api-env.ts'
import { requireUser } from '#github/api/caller.ts'
import { pageOf } from '#github/api/paging.ts'
import type { GithubNeeds } from '#github/memory/memory.ts'
import type { Repository } from '#github/repositories/repository.ts'
import { renderRepositories } from '#github/shapes/repository-shapes.ts'

export function listRoutes(needs: GithubNeeds) {
  const { repositories } = needs.memory

  return new Hono<ApiEnv>().get('/user/repos', (c) => {
    const { person, program } = requireUser(c)
    const reach = reachOf(needs, c)
    // A token with permissions lists only what it was granted; one with scopes all that they allow.
    const hasPermissions = program.kind !== 'classic-token'
    const shown = repositories.all().filter((one) => {
      const { isGrantedToProgram } = reach(one)
      return (
        hasMembership(needs, person, one) &&
        (isGrantedToProgram || (!hasPermissions && !one.isPrivate))
      )
    })
    const page = pageOf(c, sorted(needs, c, shown))
    return c.json(renderRepositories(needs, page, (one) => roleOf(needs, person, one)))
  })
}

const TIMES = { created: 'createdAt', updated: 'updatedAt', pushed: 'pushedAt' } as const

/** By name, unless `sort` names a time; then the newest first. */
export function sorted(
  { memory: { people } }: GithubNeeds,
  c: Context<ApiEnv>,
  repositories: readonly Repository[],
): Repository[] {
  const sort = c.req.query('sort') ?? ''
  const time = sort in TIMES ? TIMES[sort as keyof typeof TIMES] : undefined
  const nameOf = ({ ownerId, name }: Repository) =>
    `${people.account(ownerId)?.login}/${name}`.toLowerCase()
  return time
    ? repositories.toSorted((a, b) => b[time] - a[time] || b.id - a.id)
    : repositories.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
}
