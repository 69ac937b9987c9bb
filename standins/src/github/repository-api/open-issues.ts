import type { Context } from 'hono'
import { type Opened, openRepository, type Right } from '#github/access/open-repository.ts'
import type { ApiEnv } from '#github/api/api-env.ts'
import { notFound, Refusal } from '#github/api/errors.ts'
import type { Issue } from '#github/memory/issues.ts'
import type { GithubNeeds } from '#github/memory/needs.ts'

/** The repository in the path, unless its issues are switched off. */
export function openWithIssues(needs: GithubNeeds, c: Context<ApiEnv>, right: Right): Opened {
  const opened = openRepository(needs, c, right)
  if (!opened.repository.hasIssues) throw new Refusal(410, 'Issues are disabled for this repo')

  return opened
}

export function requireIssue(
  { memory: { issues } }: GithubNeeds,
  c: Context<ApiEnv>,
  { repository }: Opened,
): Issue {
  const number = Number(c.req.param('number'))
  const found = issues.of(repository.id).find((issue) => issue.number === number)
  if (!found) throw notFound()

  return found
}
