import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { compileChangelog } from './compile-changelog.ts'

test('each release of the changelog has an anchor', () => {
  const { blocks } = compileChangelog('# Changes\n\n## Second release (2026-11-17)\n\n- One')

  expect(blocks[0]).toMatchObject({ kind: 'heading', id: 'second-release-2026-11-17' })
})

test('members read what concerns them, also of what is not released yet', () => {
  const operators = '### For developers and operators\n\n- Two\n\n'
  const { blocks } = compileChangelog(
    `# Changes\n\n## Unreleased\n\n- One\n\n${operators}## First release (2026-11-15)\n\n- Three\n\n${operators}`,
  )

  expect(blocks.map((block) => (block.kind === 'heading' ? block.id : block.kind))).toEqual([
    'latest',
    'list',
    'first-release-2026-11-15',
    'list',
  ])
  expect(JSON.stringify(blocks)).not.toContain('Two')
})

test('the changelog of this repository can be shown', () => {
  const file = new URL('../../CHANGELOG.md', import.meta.url)

  const { blocks } = compileChangelog(readFileSync(file, 'utf8'))

  expect(blocks.filter(({ kind }) => kind === 'heading').length).toBeGreaterThan(2)
})
