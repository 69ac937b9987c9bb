import type { Git } from '#github/git/git.ts'
import type { GithubNeeds } from '#github/memory/memory.ts'
import type { Person } from '#github/people/person.ts'
import type { Repository } from '#github/repositories/repository.ts'
import { push } from './push.ts'

type Rename = { repository: Repository; name: string; newName: string; person: Person | null }

/** Renames a branch with everything that names it; the old name redirects. */
export async function renameBranch(
  needs: GithubNeeds,
  git: Git,
  { repository, name, newName, person: pusher }: Rename,
): Promise<void> {
  const { repositories, gits, pullRequests } = needs.memory
  const sha = git.refs.get(`refs/heads/${name}`) ?? null
  const [ref, oldRef] = [`refs/heads/${newName}`, `refs/heads/${name}`]
  const move = { repository, isForced: false, pusher }
  await push(needs, git, { ...move, ref, before: null, after: sha })
  await pullRequests.renameBranch(repository.id, name, newName)
  await push(needs, git, { ...move, ref: oldRef, before: sha, after: null })

  const { [newName]: _, ...others } = repository.formerBranches ?? {}
  const isDefault = repository.defaultBranch === name
  await repositories.change(repository.id, {
    formerBranches: { ...others, [name]: newName },
    ...(isDefault && { defaultBranch: newName }),
  })
  if (isDefault) gits.pointHead(repository)
}
