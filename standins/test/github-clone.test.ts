import { execFile, spawnSync } from 'node:child_process'
import { lstat, readFile, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { openGithub } from './open-github.ts'
import { temporaryFolder } from './temporary-folder.ts'

const HAS_GIT = spawnSync('git', ['--version']).status === 0
const ALL_BYTES = Buffer.from(Array.from({ length: 256 }, (_, i) => i))
const SUBMODULE = '1'.repeat(40)
const AT = '/repos/mia-torres/everything'

const FILES = {
  'README.md': '# Everything\r\n',
  'empty.txt': '',
  'src/ñandú 📦.txt': 'ñ\n',
  'assets/all.bin': { base64: ALL_BYTES.toString('base64') },
  'run.sh': { text: '#!/bin/sh\necho hello\n', mode: '100755' },
  current: { link: 'src/ñandú 📦.txt' },
  'vendor/lib': { submodule: SUBMODULE },
  'film.mp4': { lfs: 7_000_000 },
}

test.runIf(HAS_GIT)('a clone equals the seed byte for byte, modes included', async () => {
  const { github, token } = await seeded()
  const { at, git } = await cloneOf(github)

  expect(await readFile(join(at, 'assets/all.bin'))).toEqual(ALL_BYTES)
  expect(await readFile(join(at, 'README.md'), 'utf8')).toBe('# Everything\r\n')
  expect((await readFile(join(at, 'empty.txt'))).length).toBe(0)
  expect((await lstat(join(at, 'run.sh'))).mode & 0o777).toBe(0o755)
  expect(await readlink(join(at, 'current'))).toBe('src/ñandú 📦.txt')
  expect(await readFile(join(at, 'film.mp4'), 'utf8')).toMatch(
    /^version https:\/\/git-lfs\.github\.com\/spec\/v1\noid sha256:[0-9a-f]{64}\nsize 7000000\n$/,
  )
  expect(await git('fsck', '--strict')).toBe('')
  expect(await listed(git)).toEqual(await treeOf(github, token))
})

test.runIf(HAS_GIT)('a clone equals what was pushed by the API onto it', async () => {
  const { github, token } = await seeded()
  const post = async (path: string, body: unknown) =>
    (await (await github.send('POST', AT + path, token, body)).json()) as { sha: string }
  const head = await headOf(github, token)
  const picture = Buffer.concat([ALL_BYTES, ALL_BYTES])
  const blob = await post('/git/blobs', {
    content: picture.toString('base64'),
    encoding: 'base64',
  })
  const tree = await post('/git/trees', {
    base_tree: head.tree,
    tree: [
      { path: 'README.md', mode: '100644', type: 'blob', sha: null },
      { path: 'src/ñandú 📦.txt', mode: '100644', type: 'blob', sha: null },
      { path: 'assets/all.bin', mode: '100644', type: 'blob', sha: blob.sha },
      { path: 'src', mode: '120000', type: 'blob', content: 'assets' },
      { path: 'run.sh/inner.sh', mode: '100755', type: 'blob', content: '#!/bin/sh\n' },
      { path: 'vendor/other', mode: '160000', type: 'commit', sha: '2'.repeat(40) },
    ],
  })
  const commit = await post('/git/commits', {
    message: 'All at once',
    tree: tree.sha,
    parents: [head.sha],
  })
  await github.send('PATCH', `${AT}/git/refs/heads/main`, token, { sha: commit.sha })

  const { at, git } = await cloneOf(github)

  expect((await git('rev-parse', 'HEAD^{tree}')).trim()).toBe(tree.sha)
  expect(await readFile(join(at, 'assets/all.bin'))).toEqual(picture)
  expect(await readlink(join(at, 'src'))).toBe('assets')
  expect(await git('fsck', '--strict')).toBe('')
  expect(await listed(git)).toEqual(await treeOf(github, token))
  expect((await listed(git)).map(({ path, mode }) => `${mode} ${path}`)).toEqual([
    '100644 assets/all.bin',
    '120000 current',
    '100644 empty.txt',
    '100644 film.mp4',
    '100755 run.sh/inner.sh',
    '120000 src',
    '160000 vendor/lib',
    '160000 vendor/other',
  ])
})

test('somebody else commits meanwhile, on any branch', async () => {
  const { github, token } = await seeded()
  const before = await headOf(github, token)
  const commit = async (body: unknown) =>
    (
      (await (
        await github.control('POST', 'repositories/mia-torres/everything/commits', body)
      ).json()) as { sha: string }
    ).sha

  const sha = await commit({ person: 'jonas-weber', files: { 'new.txt': 'x', 'empty.txt': null } })
  await commit({ person: 'jonas-weber', branch: 'idea', files: { 'idea.txt': '!' } })
  const branches = (await (await github.api(`${AT}/branches`, token)).json()) as { name: string }[]

  expect((await headOf(github, token)).sha).toBe(sha)
  expect(sha).not.toBe(before.sha)
  expect(branches.map(({ name }) => name)).toEqual(['idea', 'main', 'next'])
})

test('a repository moves to another owner, and its old address redirects', async () => {
  const { github } = await seeded()
  const token = await github.personalToken('priya-nair', { scopes: ['repo'] })
  await github.control('PUT', 'repositories/mia-torres/everything', { owner: 'lanternworks' })

  const reply = await github.send('GET', AT, token)

  expect(reply.status).toBe(301)
  expect(reply.headers.get('location')).toBe(`${github.apiUrl}/repos/lanternworks/everything`)
  expect((await github.api('/repos/lanternworks/everything', token)).status).toBe(200)
})

test('a seed says what is wrong with a file', async () => {
  const github = await openGithub()

  const reply = await github.control('POST', 'seed', {
    repositories: [
      { owner: 'mia-torres', name: 'x', commits: [{ message: 'x', files: { 'a.bin': {} } }] },
    ],
  })

  expect([reply.status, await reply.json()]).toEqual([
    400,
    { error: '"a.bin" must be a text, null, or one of: base64, text, link, submodule, lfs.' },
  ])
})

async function seeded() {
  const github = await openGithub()
  await github.control('POST', 'seed', {
    repositories: [
      {
        owner: 'mia-torres',
        name: 'everything',
        commits: [
          { message: 'Everything', files: FILES },
          { message: 'Next', branch: 'next', files: { 'next.txt': 'next' } },
        ],
      },
    ],
  })

  return { github, token: await github.personalToken('mia-torres', { scopes: ['repo'] }) }
}

type Github = Awaited<ReturnType<typeof openGithub>>
type Git = (...parameters: string[]) => Promise<string>

async function cloneOf(github: Github): Promise<{ at: string; git: Git }> {
  const at = join(await temporaryFolder(), 'clone')
  const run = promisify(execFile)
  await run('git', ['clone', '-q', `${github.webUrl}/mia-torres/everything.git`, at])

  return {
    at,
    git: async (...parameters) => (await run('git', ['-C', at, ...parameters])).stdout,
  }
}

/** What git lists, in the API's terms. */
async function listed(git: Git) {
  const lines = (await git('ls-tree', '-r', '-z', 'HEAD')).split('\0').filter(Boolean)

  return lines.map((line) => {
    const [, mode, type, sha, path] = /^(\d+) (\w+) (\w+)\t(.*)$/s.exec(line) ?? []
    return { path, mode, type, sha }
  })
}

async function treeOf(github: Github, token: string) {
  const reply = await github.api(`${AT}/git/trees/main?recursive=1`, token)
  const { tree } = (await reply.json()) as { tree: Record<string, string>[] }

  return tree
    .filter(({ type }) => type !== 'tree')
    .map(({ path, mode, type, sha }) => ({ path, mode, type, sha }))
}

async function headOf(github: Github, token: string) {
  const { commit } = (await (await github.api(`${AT}/branches/main`, token)).json()) as {
    commit: { sha: string; commit: { tree: { sha: string } } }
  }

  return { sha: commit.sha, tree: commit.commit.tree.sha }
}
