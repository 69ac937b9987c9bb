import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Commit, decodeCommit, encodeCommit } from '#formats/object.ts'
import { decodeTree, encodeTree, type TreeEntry } from '#formats/tree.ts'
import { type ObjectCache, type Objects, openObjects } from './objects.ts'
import { openRefs, type Refs } from './refs.ts'

/** One repository's objects and refs. */
export type Git = ReturnType<typeof gitOver>

/** A bare repository in git's own layout; created if missing. */
export function openGit(folder: string, defaultBranch: string, cache: ObjectCache): Git {
  if (!existsSync(join(folder, 'HEAD'))) makeBare(folder, defaultBranch)

  return gitOver(openObjects(join(folder, 'objects'), cache), openRefs(folder))
}

/** The same repository over other objects, such as those of a push that is not accepted yet. */
export function gitOver(objects: Objects, refs: Refs) {
  const contentOf = (sha: string, type: string) => {
    const object = objects.read(sha)
    return object?.type === type ? object.content : undefined
  }

  return {
    objects,
    refs,
    blob: (sha: string) => contentOf(sha, 'blob'),
    tree(sha: string) {
      const content = contentOf(sha, 'tree')
      return content && decodeTree(content)
    },
    commit(sha: string) {
      const content = contentOf(sha, 'commit')
      return content && decodeCommit(content)
    },
    writeBlob: (content: Buffer) => objects.write({ type: 'blob', content }),
    writeTree: (entries: readonly TreeEntry[]) =>
      objects.write({ type: 'tree', content: encodeTree(entries) }),
    writeCommit: (commit: Commit) =>
      objects.write({ type: 'commit', content: encodeCommit(commit) }),
  }
}

export const pointHead = (folder: string, branch: string): void =>
  writeFileSync(join(folder, 'HEAD'), `ref: refs/heads/${branch}\n`)

export const forgetGit = (folder: string): void => rmSync(folder, { recursive: true, force: true })

function makeBare(folder: string, defaultBranch: string): void {
  for (const name of ['objects', 'refs/heads', 'refs/tags']) {
    mkdirSync(join(folder, name), { recursive: true, mode: 0o700 })
  }
  writeFileSync(join(folder, 'config'), '[core]\n\trepositoryformatversion = 0\n\tbare = true\n')
  pointHead(folder, defaultBranch)
}
