import { type Repository, repositoryPath } from '#github/target.ts'
import { textAt } from '#host/answer.ts'
import type { Host } from '#host/host.ts'
import type { Operation } from '#host/operation.ts'
import { refusalOf } from '#host/refusal.ts'

type NewCommit = { message: string; tree: string; parents: string[] }

/** GitHub sets the author: the member, with their chosen address. */
export async function createCommit(
  host: Host,
  operation: Operation,
  repository: Repository,
  commit: NewCommit,
): Promise<string> {
  const answer = await host.call(operation, {
    method: 'POST',
    path: `${repositoryPath(repository)}/git/commits`,
    json: commit,
  })
  if (answer.status !== 201) throw refusalOf(answer, repository, true)

  return textAt(answer.body, 'sha')
}
