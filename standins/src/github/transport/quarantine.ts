import { type GitObject, shaOf } from '#formats/object.ts'
import { type Git, gitOver } from '#github/git/git.ts'

export type Quarantine = {
  /** The repository as it would be with the push. */
  git: Git
  added: ReadonlyMap<string, GitObject>
  /** Stores what was pushed. Throws `StorageFull`. */
  accept(): void
}

/** Keeps pushed objects apart until the push is accepted, so that a refused one leaves nothing. */
export function openQuarantine({ objects, refs }: Git): Quarantine {
  const added = new Map<string, GitObject>()
  const git = gitOver(
    {
      read: (sha) => added.get(sha) ?? objects.read(sha),
      write(object) {
        const sha = shaOf(object)
        if (!objects.read(sha)) added.set(sha, object)
        return sha
      },
      startingWith: objects.startingWith,
    },
    refs,
  )

  return {
    git,
    added,
    accept() {
      for (const object of added.values()) objects.write(object)
    },
  }
}
