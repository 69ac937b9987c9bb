import type { Context } from 'hono'
import type { GithubNeeds } from '#github/memory/needs.ts'

/** The repository in the path of a page. Without access checks: only this machine can open pages. */
export function findRepository(
  { memory: { people, repositories, gits } }: GithubNeeds,
  c: Context,
) {
  const owner = people.accountOf(c.req.param('owner') ?? '')
  const repository = owner && repositories.named(owner.id, c.req.param('name') ?? '')

  return repository && { owner, repository, git: gits.of(repository) }
}
