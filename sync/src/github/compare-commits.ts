import { textAt } from '#host/answer.ts'
import type { Host } from '#host/host.ts'
import type { Operation } from '#host/operation.ts'
import { refusalOf } from '#host/refusal.ts'
import { type Repository, repositoryPath } from './target.ts'

/** How a commit relates to another: `ahead`, `behind`, `identical` or `diverged`; null if GitHub lacks one of them. */
export async function compareCommits(
  host: Host,
  operation: Operation,
  repository: Repository,
  { base, head }: { base: string; head: string },
): Promise<string | null> {
  const path = `${repositoryPath(repository)}/compare/${base}...${head}?per_page=1`
  const answer = await host.call(operation, { method: 'GET', path })
  if ([404, 409, 422].includes(answer.status)) return null
  if (answer.status !== 200) throw refusalOf(answer, repository, false)

  return textAt(answer.body, 'status')
}
