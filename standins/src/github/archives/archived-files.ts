import type { Mode } from '#formats/tree.ts'
import type { PathEntry } from '#github/git/files.ts'
import type { Git } from '#github/git/git.ts'
import type { NamedCommit } from '#github/git/history.ts'
import { attributesOf, type HasAttribute } from './attributes.ts'

export type ArchivedFile = { path: string; mode: Mode; content: Buffer }

const SHORT = 7

/** The files of a commit under one top folder; its attributes leave some out and change others. */
export function archivedFiles(git: Git, commit: NamedCommit, folder: string): ArchivedFile[] {
  const hasAttribute = attributesOf(git, commit.tree)

  return exported(git, commit.tree, hasAttribute).flatMap(({ path, mode, sha }) => {
    const content = git.blob(sha)
    if (!content) return []
    const isAltered = hasAttribute(path, false, 'export-subst')
    return [
      {
        path: `${folder}/${path}`,
        mode,
        content: isAltered ? substituted(content, commit) : content,
      },
    ]
  })
}

/** Everything below a tree; a folder that is left out takes all in it along. */
function exported(git: Git, tree: string, has: HasAttribute, prefix = ''): PathEntry[] {
  return (git.tree(tree) ?? []).flatMap((entry) => {
    const path = prefix + entry.name
    const isFolder = entry.mode === '040000'
    if (has(path, isFolder, 'export-ignore')) return []
    return isFolder ? exported(git, entry.sha, has, `${path}/`) : [{ ...entry, path }]
  })
}

/** Git writes facts of the commit into such a file. */
function substituted(content: Buffer, { sha, tree, message }: NamedCommit): Buffer {
  const facts: Record<string, string> = {
    H: sha,
    h: sha.slice(0, SHORT),
    T: tree,
    s: message.split('\n')[0] ?? '',
  }
  const text = content
    .toString('latin1')
    .replace(/\$Format:([^$\n]*)\$/g, (_, format: string) =>
      format.replace(/%([HhTs])/g, (_, letter: string) => facts[letter] ?? ''),
    )

  return Buffer.from(text, 'latin1')
}
