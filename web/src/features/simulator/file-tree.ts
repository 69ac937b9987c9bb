export type TreeNode =
  | { kind: 'file'; name: string; path: string }
  | { kind: 'folder'; name: string; path: string; children: TreeNode[] }

/** Folders first, sorted by name. */
export function fileTree(paths: Iterable<string>): TreeNode[] {
  const root: Extract<TreeNode, { kind: 'folder' }> = {
    kind: 'folder',
    name: '',
    path: '',
    children: [],
  }
  const folders = new Map([['', root]])
  const folderAt = (path: string): typeof root => {
    const known = folders.get(path)
    if (known) return known
    const folder = { kind: 'folder' as const, name: nameOf(path), path, children: [] }
    folders.set(path, folder)
    folderAt(parentOf(path)).children.push(folder)
    return folder
  }

  for (const path of paths) {
    folderAt(parentOf(path)).children.push({ kind: 'file', name: nameOf(path), path })
  }
  for (const { children } of folders.values()) children.sort(inOrder)
  return root.children
}

const parentOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')))

export const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

const names = new Intl.Collator('en', { numeric: true })

const inOrder = (one: TreeNode, other: TreeNode) =>
  one.kind === other.kind ? names.compare(one.name, other.name) : one.kind === 'folder' ? -1 : 1
