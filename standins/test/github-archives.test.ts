import { execFile, spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
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

test.runIf(HAS_GIT)('an archive holds the files that `git archive` puts into one', async () => {
  const github = await openGithub()
  await github.control('POST', 'seed', {
    repositories: [
      { owner: 'mia-torres', name: 'parcel', commits: [{ message: 'All', files: FILES }] },
    ],
  })
  const folder = await temporaryFolder()
  const clone = join(folder, 'clone')
  await run('git', ['clone', '-q', `${github.webUrl}/mia-torres/parcel.git`, clone])
  await run('git', ['-C', clone, 'archive', '-o', join(folder, 'git.zip'), 'HEAD'])

  const reply = await fetch(`${github.apiUrl}/repos/mia-torres/parcel/zipball/main`)
  const played = namesIn(Buffer.from(await reply.arrayBuffer()))

  expect(played.map((name) => name.replace(/^[^/]+\//, ''))).toEqual(
    namesIn(await readFile(join(folder, 'git.zip'))),
  )
  expect(played.join()).toContain('src/tests/a.ts')
})

/** The files in a ZIP file's central directory. */
function namesIn(zip: Buffer): string[] {
  const names: string[] = []
  let at = zip.indexOf('PK\x01\x02', 0, 'latin1')
  while (zip.readUInt32LE(at) === 0x02014b50) {
    const [name, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset))
    names.push(zip.toString('utf8', at + 46, at + 46 + (name ?? 0)))
    at += 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0)
  }

  return names.filter((name) => !name.endsWith('/')).toSorted()
}
