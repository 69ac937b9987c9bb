import { walkTree } from '#github/git/files.ts'
import type { Git } from '#github/git/git.ts'
import type { Mode } from '#github/git/tree.ts'

export type ArchivedFile = { path: string; mode: Mode; content: Buffer }

/** All files of a commit, under one top folder. */
export const archivedFiles = (git: Git, tree: string, folder: string): ArchivedFile[] =>
  walkTree(git, tree).flatMap(({ path, mode, sha }) => {
    const content = git.blob(sha)
    return content ? [{ path: `${folder}/${path}`, mode, content }] : []
  })
