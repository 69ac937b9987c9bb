import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { planRelease, writeVersion } from './release-rules.js'

const CHANGELOG = '# Changes\n\n## Unreleased\n\n## First release (2026-01-01)\n\n- A start.\n'
const TOLD = CHANGELOG.replace('## Unreleased\n', '## Unreleased\n\n- **Rows** have colours.\n')
const README = '| `SITE_URL` | – | the address |\n'

test.each([
  ['major', '1.0.0'],
  ['minor', '0.2.0'],
  ['patch', '0.1.4'],
])('a %s release after 0.1.3 is %s', (level, version) => {
  const folder = repository()

  expect(planRelease(folder, level)).toEqual({ version, tag: `v${version}`, since: 'v0.1.3' })
})

test('another level is refused with the use', () => {
  expect(() => planRelease(repository(), 'huge')).toThrow(
    'npm run release -- major | minor | patch',
  )
})

test('a checkout with changes is refused, and names them', () => {
  const folder = repository()
  write(folder, 'server/a.ts', 'x')

  expect(() => planRelease(folder, 'minor')).toThrow(
    /changes that are in no commit:\n\?\? server\//,
  )
})

test('a tag that exists is refused', () => {
  const folder = repository()
  git(folder, 'tag', 'v0.2.0', 'HEAD')

  expect(() => planRelease(folder, 'minor')).toThrow('The tag v0.2.0 exists already.')
})

test.each([
  ['database', 'database/migrations/0002_colours.sql', 'create table x ();'],
  ['platform/sql', 'platform/sql/0002_more.sql', 'create table y ();'],
  ['contract', 'contract/src/colours.ts', 'export {}'],
  ["README's variables", 'README.md', `${README}| \`COLOUR\` | – | of rows |\n`],
])('a change of %s without a line in the changelog is refused', (what, file, text) => {
  const folder = repository()
  commit(folder, { [file]: text })

  expect(() => planRelease(folder, 'minor')).toThrow(
    `CHANGELOG.md says nothing under "Unreleased", and these have changed: ${what}.`,
  )

  commit(folder, { 'CHANGELOG.md': TOLD })
  expect(planRelease(folder, 'minor').version).toBe('0.2.0')
})

test('lines of the release before do not count', () => {
  const folder = repository({ 'CHANGELOG.md': TOLD })
  commit(folder, { 'contract/src/colours.ts': 'export {}' })

  expect(() => planRelease(folder, 'minor')).toThrow('these have changed: contract.')
})

test('other changes need no line', () => {
  const folder = repository()
  commit(folder, { 'server/a.ts': 'x', 'README.md': `A sentence.\n${README}` })

  expect(planRelease(folder, 'patch').version).toBe('0.1.4')
})

test('the first release with a tag needs a line', () => {
  const folder = repository()
  git(folder, 'tag', '-d', 'v0.1.3')

  expect(() => planRelease(folder, 'minor')).toThrow('have changed: database')
})

test('the version is written wherever it stands, and changes get its heading', () => {
  const folder = repository({ 'CHANGELOG.md': TOLD })

  writeVersion(folder, '0.2.0', new Date('2026-12-01T10:00:00Z'))

  const read = (name) => readFileSync(join(folder, name), 'utf8')
  expect(JSON.parse(read('package.json'))).toEqual({ name: 'gitferry', version: '0.2.0' })
  expect(JSON.parse(read('package-lock.json')).packages['']).toEqual({ version: '0.2.0' })
  expect(read('docs/deploy/kubernetes.yaml')).toBe('          image: gitferry:0.2.0\n')
  expect(read('CHANGELOG.md')).toContain(
    '## Unreleased\n\n## 0.2.0 (2026-12-01)\n\n- **Rows** have colours.\n',
  )
})

/** A checkout of the release 0.1.3. */
function repository(files = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'gitferry-release-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  git(folder, 'init', '-q')
  commit(folder, {
    'package.json': '{"name":"gitferry","version":"0.1.3"}',
    'package-lock.json': '{"version":"0.1.3","packages":{"":{"version":"0.1.3"}}}',
    'docs/deploy/kubernetes.yaml': '          image: gitferry:0.1.3\n',
    'database/migrations/0001_start.sql': 'select 1;',
    'CHANGELOG.md': CHANGELOG,
    'README.md': README,
    ...files,
  })
  git(folder, 'tag', 'v0.1.3')

  return folder
}

function commit(folder, files) {
  for (const [name, text] of Object.entries(files)) write(folder, name, text)
  git(folder, 'add', '.')
  git(folder, '-c', 'user.name=A', '-c', 'user.email=a@example.test', 'commit', '-qm', 'a change')
}

function write(folder, name, text) {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  writeFileSync(join(folder, name), text)
}

function git(folder, ...args) {
  return execFileSync('git', args, { cwd: folder, encoding: 'utf8' })
}
