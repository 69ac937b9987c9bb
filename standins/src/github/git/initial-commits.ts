import type { Signature } from '#formats/commit.ts'
import { type Person, primaryEmail } from '#github/people/person.ts'
import type { InitialCommit, InitialFile } from '#github/repositories/repository.ts'
import { type Edit, editTree } from './files.ts'
import type { Git } from './git.ts'

/** A person's signature in a commit, with a made-up address if they have none. */
export const signatureOf = (person: Person | undefined, ms: number): Signature => ({
  name: person?.name ?? person?.login ?? 'Somebody',
  email: (person && primaryEmail(person)?.email) ?? 'somebody@example.test',
  at: Math.floor(ms / 1000),
  zone: '+0000',
})

type Head = { sha: string; tree: string }

/** Writes the commits, each on its branch. A new branch starts where the default branch is by then. */
export function writeInitialCommits(
  git: Git,
  defaultBranch: string,
  story: readonly InitialCommit[],
  personOf: (id: number) => Person | undefined,
): void {
  const heads = new Map<string, Head>()

  for (const { message, authorId, at, files, branch = defaultBranch } of story) {
    const head = heads.get(branch) ?? heads.get(defaultBranch)
    const tree = treeWith(git, head?.tree ?? null, files)
    const author = signatureOf(personOf(authorId), at)
    const parents = head ? [head.sha] : []
    const sha = git.writeCommit({ tree, parents, author, committer: author, message })
    heads.set(branch, { sha, tree })
  }
  for (const [branch, { sha }] of heads) git.refs.set(`refs/heads/${branch}`, sha)
}

/** The tree with these files put into it. */
export const treeWith = (
  git: Git,
  base: string | null,
  files: Readonly<Record<string, InitialFile>>,
): string =>
  editTree(
    git,
    base,
    Object.entries(files).map(([path, file]) => ({ path, put: entryOf(git, file) })),
  )

function entryOf(git: Git, file: InitialFile): Edit['put'] {
  if (file === null) return null
  if (typeof file === 'string') return { mode: '100644', sha: git.writeBlob(Buffer.from(file)) }
  if ('sha' in file) return file

  return { mode: file.mode, sha: git.writeBlob(Buffer.from(file.base64, 'base64')) }
}
