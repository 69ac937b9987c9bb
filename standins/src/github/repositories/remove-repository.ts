import type { GithubNeeds } from '#github/memory/needs.ts'
import type { Repository } from './repository.ts'

/** With its history, and out of every installation that had chosen it. */
export async function removeRepository(
  { memory }: GithubNeeds,
  repository: Repository,
): Promise<void> {
  await memory.repositories.remove(repository.id)
  await memory.installations.change(({ installations }) => {
    for (const one of installations) {
      if (one.selection !== 'all')
        one.selection = one.selection.filter((id) => id !== repository.id)
    }
  })
  memory.gits.forget(repository)
}
