import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { compileChangelog } from './compile-changelog.ts'

test('each release of the changelog has an anchor', () => {
  const { blocks } = compileChangelog('# Changes\n\n## Second release (2026-11-17)\n\n- One')

  expect(blocks[0]).toMatchObject({ kind: 'heading', id: 'second-release-2026-11-17' })
})

test('the changelog of this repository can be shown', () => {
  const file = new URL('../../CHANGELOG.md', import.meta.url)

  const { blocks } = compileChangelog(readFileSync(file, 'utf8'))

  expect(blocks.filter(({ kind }) => kind === 'heading').length).toBeGreaterThan(2)
})
