import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Person } from '#github/people/person.ts'
import type { Repository } from '#github/repositories/repository.ts'
import type { Place } from '#runtime/place.ts'
import { writeInitialCommits } from './files.ts'
import { forgetGit, type Git, openGit, openObjectCache, pointHead } from './git.ts'

/** All git repositories, one folder each, created on first access. */
export function openGits(place: Place, personOf: (id: number) => Person | undefined) {
  const opened = new Map<number, Git>()
  const cache = openObjectCache()
  const all = join(place.folder, 'git')
  const at = (id: number) => join(all, `${id}.git`)

  return place.keep({
    of(repository: Repository) {
      const { id, defaultBranch, story } = repository
      const known = opened.get(id)
      if (known) return known
      const isNew = !existsSync(at(id))
      const git = openGit(at(id), defaultBranch, cache)
      try {
        if (isNew) writeInitialCommits(git, defaultBranch, story, personOf)
      } catch (error) {
        // Partial contents would be taken as complete at the next access.
        forgetGit(at(id))
        throw error
      }
      opened.set(id, git)
      return git
    },
    pointHead: ({ id, defaultBranch }: Repository) => pointHead(at(id), defaultBranch),
    forget({ id }: Repository) {
      opened.delete(id)
      forgetGit(at(id))
    },
    async reset() {
      opened.clear()
      cache.clear()
      forgetGit(all)
    },
  })
}
