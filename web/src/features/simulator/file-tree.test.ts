import { expect, test } from 'vitest'
import { fileTree } from './file-tree.ts'

test('folders come first, and numbers in names count as numbers', () => {
  const tree = fileTree(['b.txt', 'page-10.md', 'page-2.md', 'src/app.ts', 'docs/mañana.md'])

  expect(tree.map(({ name }) => name)).toEqual(['docs', 'src', 'b.txt', 'page-2.md', 'page-10.md'])
  expect(tree[1]).toEqual({
    kind: 'folder',
    name: 'src',
    path: 'src',
    children: [{ kind: 'file', name: 'app.ts', path: 'src/app.ts' }],
  })
})
