import { execFile, spawnSync } from 'node:child_process'
import { lstat, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { openGithub } from './open-github.ts'
import { temporaryFolder } from './temporary-folder.ts'

const HAS_GIT = spawnSync('git', ['--version']).status === 0
const run = promisify(execFile)

const FILES = {
  '.gitattributes': [
    '# what a release leaves out',
    '/tests export-ignore',
    'docs/ export-ignore',
    '*.map export-ignore',
    'keep.map -export-ignore',
    'src/**/fixtures export-ignore',
    '"with blank.txt" export-ignore',
    'version.txt export-subst',
    '/only-root.txt export-ignore',
    '[ab].log export-ignore',
  ].join('\n'),
  'sub/.gitattributes': 'inner.txt export-ignore\n/*.map -export-ignore\n',
  'tests/a.ts': 'x',
  'src/tests/a.ts': 'x',
  'docs/guide/one.md': 'x',
  'sub/docs': 'a file, not a folder',
  'app.js.map': 'x',
  'keep.map': 'x',
  'src/deep/er/fixtures/data.json': '{}',
  'src/fixtures/data.json': '{}',
  'with blank.txt': 'x',
  'version.txt': 'commit $Format:%H$ ($Format:%h$)\n',
  'only-root.txt': 'x',
  'sub/only-root.txt': 'x',
  'sub/inner.txt': 'x',
  'sub/one.map': 'x',
  'sub/deep/two.map': 'x',
  'sub/deep/kept.txt': 'x',
  'a.log': 'x',
  'c.log': 'x',
  'run.sh': { text: '#!/bin/sh\n', mode: '100755' },
  link: { link: 'c.log' },
}

test.runIf(HAS_GIT)('an archive holds what `git archive` puts into one', async () => {
  const github = await openGithub()
  await github.control('POST', 'seed', {
    repositories: [
      { owner: 'mia-torres', name: 'parcel', commits: [{ message: 'All', files: FILES }] },
    ],
  })
  const folder = await temporaryFolder()
  const clone = join(folder, 'clone')
  await run('git', ['clone', '-q', `${github.webUrl}/mia-torres/parcel.git`, clone])
  await mkdir(join(folder, 'git'))
  await mkdir(join(folder, 'played'))
  await run('git', ['-C', clone, 'archive', '-o', join(folder, 'git.tar'), 'HEAD'])
  await run('tar', ['-xf', join(folder, 'git.tar'), '-C', join(folder, 'git')])

  const reply = await fetch(`${github.apiUrl}/repos/mia-torres/parcel/tarball`)
  await writeFile(join(folder, 'played.tar.gz'), Buffer.from(await reply.arrayBuffer()))
  const strip = ['--strip-components=1', '-C', join(folder, 'played')]
  await run('tar', ['-xf', join(folder, 'played.tar.gz'), ...strip])

  const played = await filesIn(join(folder, 'played'))
  expect(played).toEqual(await filesIn(join(folder, 'git')))
  expect(Object.keys(played)).toContain('src/tests/a.ts')
  expect(Object.keys(played).join('\n')).not.toMatch(/guide|fixtures|app\.js\.map|^a\.log$/m)
})

/** Content and mode by path; a link's content is what it points at. */
async function filesIn(folder: string): Promise<Record<string, [string, number]>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
  const facts = paths.toSorted().map(async (path) => {
    const { mode } = await lstat(path)
    return [relative(folder, path), [await readFile(path, 'utf8'), mode & 0o100]] as const
  })

  return Object.fromEntries(await Promise.all(facts)) as Record<string, [string, number]>
}
