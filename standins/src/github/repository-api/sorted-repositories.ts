import type { Context } from 'hono'
import type { ApiEnv } from '#github/api/api-env.ts'
import type { GithubNeeds } from '#github/memory/needs.ts'
import type { Repository } from '#github/repositories/repository.ts'

const TIMES = { created: 'createdAt', updated: 'updatedAt', pushed: 'pushedAt' } as const

/** By name, unless `sort` names a time; then the newest first. */
export function sorted(
  { memory: { people } }: GithubNeeds,
  c: Context<ApiEnv>,
  repositories: readonly Repository[],
): Repository[] {
  const sort = c.req.query('sort') ?? ''
  const time = sort in TIMES ? TIMES[sort as keyof typeof TIMES] : undefined
  const direction = c.req.query('direction') ?? (time ? 'desc' : 'asc')
  const nameOf = ({ ownerId, name }: Repository) =>
    `${people.account(ownerId)?.login}/${name}`.toLowerCase()
  const rising = time
    ? repositories.toSorted((a, b) => a[time] - b[time] || a.id - b.id)
    : repositories.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))

  return direction === 'desc' ? rising.toReversed() : rising
}
