import { type Person, primaryEmail } from '#github/people/person.ts'
import type { InitialCommit } from '#github/repositories/repository.ts'
import type { Signature } from './commit.ts'
import { editTree } from './files.ts'
import type { Git } from './git.ts'

/** A person's signature in a commit, with a made-up address if they have none. */
export const signatureOf = (person: Person | undefined, ms: number): Signature => ({
  name: person?.name ?? person?.login ?? 'Somebody',
  email: (person && primaryEmail(person)?.email) ?? 'somebody@example.test',
  at: Math.floor(ms / 1000),
  zone: '+0000',
})

/** Writes the commits and points the branch at the last one. */
export function writeInitialCommits(
  git: Git,
  branch: string,
  story: readonly InitialCommit[],
  personOf: (id: number) => Person | undefined,
): void {
  let head: { sha: string; tree: string } | null = null

  for (const { message, authorId, at, files } of story) {
    const edits = Object.entries(files).map(([path, text]) => ({
      path,
      put:
        text === null ? null : { mode: '100644' as const, sha: git.writeBlob(Buffer.from(text)) },
    }))
    const tree = editTree(git, head?.tree ?? null, edits)
    const author = signatureOf(personOf(authorId), at)
    const parents: string[] = head ? [head.sha] : []
    head = { tree, sha: git.writeCommit({ tree, parents, author, committer: author, message }) }
  }
  if (head) git.refs.set(`refs/heads/${branch}`, head.sha)
}
