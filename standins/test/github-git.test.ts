import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listenAsProduct } from './listen-as-product.ts'
import { openGithub } from './open-github.ts'

const AT = '/repos/mia-torres/recipe-scaler'
const EMPTY = '/repos/mia-torres/next-idea'
const SOME_SHA = '1'.repeat(40)
const EITHER =
  'Must supply either tree.sha or tree.content. Request will be rejected if both are present.'
// Not every machine has git; the other tests do without.
const HAS_GIT = spawnSync('git', ['--version']).status === 0

test('commits come newest first, with the accounts behind them', async () => {
  const { github, token } = await connected()

  const reply = await github.api(`${AT}/commits?per_page=2`, token)
  const commits = (await reply.json()) as { sha: string; commit: { author: { date: string } } }[]

  expect(commits).toMatchObject([
    {
      sha: expect.stringMatching(/^[0-9a-f]{40}$/),
      html_url: `${github.webUrl}/mia-torres/recipe-scaler/commit/${commits[0]?.sha}`,
      commit: { author: { name: 'Mia Torres', email: 'member@demo.gitferry.test' } },
      author: { login: 'mia-torres' },
      parents: [{ sha: commits[1]?.sha }],
    },
    {},
  ])
  expect(reply.headers.get('link')).toContain('page=9>; rel="last"')
})

test('in an empty repository there is nothing to list, and GitHub says so', async () => {
  const { github, token } = await connected()
  const answers = async (path: string) => {
    const reply = await github.api(EMPTY + path, token)
    return [reply.status, ((await reply.json()) as { message: string }).message]
  }
  const tree = await github.send('POST', `${EMPTY}/git/trees`, token, { tree: [] })

  expect(await answers('/commits?per_page=2')).toEqual([409, 'Git Repository is empty.'])
  expect(await answers('/git/ref/heads/main')).toEqual([409, 'Git Repository is empty.'])
  expect(tree.status).toBe(409)
})

test('a first file makes the branch', async () => {
  const { github, token } = await connected()

  const reply = await github.send('PUT', `${EMPTY}/contents/.gitkeep`, token, {
    message: 'Initialize repository',
    content: '',
  })
  const branches = await (await github.api(`${EMPTY}/branches`, token)).json()

  expect([reply.status, await reply.json()]).toMatchObject([
    201,
    {
      content: { path: '.gitkeep', size: 0, sha: 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391' },
      commit: { message: 'Initialize repository', parents: [] },
    },
  ])
  expect(branches).toMatchObject([{ name: 'main', protected: false }])
})

test.runIf(HAS_GIT)('a push by the API is a push: git itself finds it whole', async () => {
  const { github, token } = await connected()
  const head = await refOf(github, token)
  const base = (await json(await github.api(`${AT}/git/commits/${head}`, token))).tree.sha

  const blob = await json(
    await github.send('POST', `${AT}/git/blobs`, token, { content: 'AAEC', encoding: 'base64' }),
  )
  const tree = await json(
    await github.send('POST', `${AT}/git/trees`, token, {
      base_tree: base,
      tree: [
        { path: 'assets/logo.bin', mode: '100644', type: 'blob', sha: blob.sha },
        { path: 'src/añadido.ts', mode: '100644', type: 'blob', content: 'export const ñ = 1\n' },
        { path: 'run.sh', mode: '100755', type: 'blob', content: '#!/bin/sh\n' },
        { path: 'index.html', mode: '100644', type: 'blob', sha: null },
      ],
    }),
  )
  const commit = await json(
    await github.send('POST', `${AT}/git/commits`, token, {
      message: 'Push by hand\n\nWith a body.',
      tree: tree.sha,
      parents: [head],
    }),
  )
  const moved = await github.send('PATCH', `${AT}/git/refs/heads/main`, token, {
    sha: commit.sha,
    force: false,
  })

  expect(blob.sha).toBe(blobSha(Buffer.from([0, 1, 2])))
  expect(await json(moved)).toMatchObject({ ref: 'refs/heads/main', object: { sha: commit.sha } })
  const git = gitIn(github.dataDir)
  expect(git('fsck', '--strict')).not.toMatch(/error|missing/)
  expect(git('rev-parse', 'HEAD').trim()).toBe(commit.sha)
  expect(git('log', '-1', '--format=%an <%ae>%n%B')).toContain(
    'Mia Torres <member@demo.gitferry.test>\nPush by hand\n\nWith a body.',
  )
  expect(git('-c', 'core.quotepath=false', 'diff', '--name-status', 'HEAD~1', 'HEAD')).toBe(
    'A\tassets/logo.bin\nD\tindex.html\nA\trun.sh\nA\tsrc/añadido.ts\n',
  )
})

test('a whole tree can be read, and each file in it', async () => {
  const { github, token } = await connected()

  const tree = await json(await github.api(`${AT}/git/trees/main?recursive=1`, token))
  const readme = tree.tree.find(({ path }: { path: string }) => path === 'README.md')
  const blob = await json(await github.api(`${AT}/git/blobs/${readme.sha}`, token))

  expect(tree).toMatchObject({ truncated: false })
  expect(tree.tree.map(({ path }: { path: string }) => path)).toEqual([
    'README.md',
    'index.html',
    'package.json',
    'parts',
    'parts/step-1.ts',
    'parts/step-13.ts',
    'parts/step-7.ts',
    'src',
    'src/app.ts',
  ])
  expect(Buffer.from(blob.content, 'base64').toString()).toContain('# recipe-scaler')
})

test.each([
  [{ path: '/a', mode: '100644', content: '' }, 'tree.path cannot start with a slash'],
  [{ path: 'a//b', mode: '100644', content: '' }, 'tree.path contains a malformed path component'],
  [
    { path: '.git/x', mode: '100644', content: '' },
    'tree.path contains a malformed path component',
  ],
  [{ path: 'a', mode: '100664', content: '' }, 'Must supply a valid tree.mode'],
  [{ path: 'a', mode: '100644' }, EITHER],
  [{ path: 'a', mode: '100644', content: '', sha: SOME_SHA }, EITHER],
  [{ path: 'a', mode: '040000', content: '' }, 'A subdirectory may not have content'],
  [{ path: 'a', mode: '160000', content: '' }, 'GitRPC::BadObjectState'],
  [{ path: 'a', mode: '160000', sha: '0'.repeat(40) }, 'GitRPC::BadObjectState'],
  [{ path: 'a', mode: '160000', sha: 'x' }, 'tree.sha x is not a valid commit'],
  [{ path: 'a', mode: '100644', sha: SOME_SHA }, `tree.sha ${SOME_SHA} is not a valid blob`],
  [{ path: 'not-there', mode: '100644', sha: null }, 'GitRPC::BadObjectState'],
])('the tree entry %j is refused', async (entry, message) => {
  const { github, token } = await connected()
  const head = await refOf(github, token)

  const reply = await github.send('POST', `${AT}/git/trees`, token, {
    base_tree: head,
    tree: [entry],
  })

  expect([reply.status, await reply.json()]).toMatchObject([422, { message }])
})

test('a branch that moved is not overwritten without force', async () => {
  const { github, token } = await connected()
  const [head, before] = (await json(await github.api(`${AT}/commits?per_page=2`, token))).map(
    ({ sha }: { sha: string }) => sha,
  )
  const move = (force: boolean) =>
    github.send('PATCH', `${AT}/git/refs/heads/main`, token, { sha: before, force })

  const refused = await move(false)
  const kept = await refOf(github, token)
  const forced = await move(true)

  expect([refused.status, await json(refused)]).toMatchObject([
    422,
    { message: 'Update is not a fast forward' },
  ])
  expect([kept, forced.status]).toEqual([head, 200])
})

test('branches are made and deleted', async () => {
  const { github, token } = await connected()
  const sha = await refOf(github, token)
  const create = (ref: string) => github.send('POST', `${AT}/git/refs`, token, { ref, sha })

  const made = await create('refs/heads/feature/one')
  const again = await create('refs/heads/feature/one')
  const inside = await create('refs/heads/main/inner')
  const invalid = await create('refs/heads/a..b')
  const one = await github.api(`${AT}/branches/feature/one`, token)
  const gone = await github.send('DELETE', `${AT}/git/refs/heads/feature/one`, token)

  expect([made.status, again.status, inside.status, invalid.status]).toEqual([201, 422, 422, 422])
  expect(await json(one)).toMatchObject({ name: 'feature/one', commit: { sha } })
  expect(gone.status).toBe(204)
  expect((await github.api(`${AT}/branches/feature/one`, token)).status).toBe(404)
})

test('a file is replaced only with its current SHA', async () => {
  const { github, token } = await connected()
  const tree = await json(await github.api(`${AT}/git/trees/main`, token))
  const old = tree.tree.find(({ path }: { path: string }) => path === 'README.md')
  const put = (sha?: string) =>
    github.send('PUT', `${AT}/contents/README.md`, token, {
      message: 'Rewrite',
      content: Buffer.from('new\n').toString('base64'),
      ...(sha && { sha }),
    })

  const without = await put()
  const wrong = await put('0'.repeat(40))
  const right = await put(old.sha)
  const written = await json(right)
  const raw = await fetch(`${github.apiUrl}${AT}/git/blobs/${written.content.sha}`, {
    headers: { accept: 'application/vnd.github.raw+json' },
  })

  expect([without.status, wrong.status, right.status]).toEqual([422, 409, 200])
  expect(await raw.text()).toBe('new\n')
})

test.each([
  ['a path that leads out', { path: '../x', mode: '100644', content: 'x' }],
  ['git’s own folder', { path: '.git/config', mode: '100644', content: 'x' }],
  ['a mode git does not know', { path: 'x', mode: '100666', content: 'x' }],
  ['a file nobody sent', { path: 'x', mode: '100644', sha: '0'.repeat(40) }],
  ['taking away what is not there', { path: 'nothing', mode: '100644', sha: null }],
])('a tree with %s is refused', async (_what, entry) => {
  const { github, token } = await connected()
  const base = await refOf(github, token)

  const reply = await github.send('POST', `${AT}/git/trees`, token, {
    base_tree: base,
    tree: [entry],
  })

  expect(reply.status).toBe(422)
})

test('the app gets a push event', async () => {
  const product = await listenAsProduct()
  const { github, token } = await connected({ productUrl: product.url })

  await github.send('PUT', `${AT}/contents/NEWS.md`, token, { message: 'News', content: 'aGk=' })
  const [told] = await github.deliveries()

  expect(told).toMatchObject({
    event: 'push',
    payload: {
      ref: 'refs/heads/main',
      created: false,
      forced: false,
      commits: [{ message: 'News', added: ['NEWS.md'], modified: [], removed: [] }],
      head_commit: { message: 'News' },
      repository: { full_name: 'mia-torres/recipe-scaler' },
      sender: { login: 'mia-torres' },
      installation: { id: expect.any(Number) },
    },
  })
})

test('pushed commits survive a restart, and a reset removes them', async () => {
  const { github, token } = await connected()
  await github.send('PUT', `${EMPTY}/contents/a`, token, { message: 'First', content: '' })
  await github.close()
  const after = await openGithub({ dataDir: github.dataDir })

  const kept = await after.api(`${EMPTY}/commits`, token)
  await after.control('POST', 'reset')

  expect(await json(kept)).toMatchObject([{ commit: { message: 'First' } }])
  expect((await after.api(`${EMPTY}/commits`)).status).toBe(409)
})

async function connected(options: { productUrl?: string } = {}) {
  const github = await openGithub(options)
  await github.install('mia-torres')
  const { access_token: token } = await github.signIn('mia-torres')

  return { github, token }
}

type Github = Awaited<ReturnType<typeof openGithub>>

const refOf = async (github: Github, token: string): Promise<string> =>
  (await json(await github.api(`${AT}/git/ref/heads/main`, token))).object.sha

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the test expects of it
const json = async (reply: Response): Promise<any> => reply.json()

const blobSha = (content: Buffer) =>
  createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex')

/** The real git, on the stand-in's own folder. */
const gitIn =
  (dataDir: string) =>
  (...args: string[]) =>
    execFileSync('git', ['-c', 'safe.directory=*', ...args], {
      cwd: join(dataDir, 'standins/github/git/70008.git'),
      encoding: 'utf8',
    })
