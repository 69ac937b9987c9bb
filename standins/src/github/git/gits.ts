import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Person } from '#github/people/person.ts'
import type { Repository } from '#github/repositories/repository.ts'
import type { Remembered } from '#runtime/memory.ts'
import { forgetGit, type Git, openGit, pointHead } from './git.ts'
import { writeInitialCommits } from './initial-commits.ts'

export type Gits = Remembered & {
  of(repository: Repository): Git
  pointHead(repository: Repository): void
  forget(repository: Repository): void
}

type Place = { folder: string; personOf: (id: number) => Person | undefined }

/** All git repositories, one folder each, created on first access. */
export function openGits({ folder, personOf }: Place): Gits {
  const opened = new Map<number, Git>()
  const at = (id: number) => join(folder, 'git', `${id}.git`)

  return {
    of(repository) {
      const { id, defaultBranch, story } = repository
      const known = opened.get(id)
      if (known) return known
      const isNew = !existsSync(at(id))
      const git = openGit(at(id), defaultBranch)
      if (isNew) writeInitialCommits(git, defaultBranch, story, personOf)
      opened.set(id, git)
      return git
    },
    pointHead: ({ id, defaultBranch }) => pointHead(at(id), defaultBranch),
    forget({ id }) {
      opened.delete(id)
      forgetGit(at(id))
    },
    async reset() {
      opened.clear()
      forgetGit(join(folder, 'git'))
    },
    close: async () => undefined,
  }
}
