import { expect, test } from 'vitest'
import { openGithub } from './open-github.ts'

const AT = '/repos/mia-torres/recipe-scaler'
const NUL = '\0'
const NO_OBJECT = '1'.repeat(40)

test.each([
  '.git/config',
  'a/.GIT/config',
  'git~1/config',
  'GIT~1',
  '.g\u200dit/config',
  '.git./config',
  '.git /config',
  '.git . ./x',
  '.git::$INDEX_ALLOCATION/x',
  'a\u0007b.txt',
  'Icon\r',
  'a\x7fb',
  `a${NUL}b`,
  'a//b',
  '../a',
])('no tree and no file has the path %j', async (path) => {
  const { post, put } = await connected()

  const tree = await post('/git/trees', { tree: [file(path)] })
  const content = await put(`/contents/${path.split('/').map(encodeURIComponent).join('/')}`, {
    message: 'x',
    content: 'eA==',
  })

  expect([tree.status, await tree.json()]).toMatchObject([
    422,
    { message: 'tree.path contains a malformed path component' },
  ])
  // The client itself resolves `..`; an address with a line break has no route.
  if (!/\.\.|\r/.test(path)) expect(content.status).toBe(422)
})

test('names that only look like it are stored', async () => {
  const { post } = await connected()
  const paths = ['.gitignore', '.github/x', 'git', 'git~2', '.gitx/a', 'x.git/a', 'ñ/é.txt', 'a b ']

  expect((await post('/git/trees', { tree: paths.map(file) })).status).toBe(201)
})

test('a path of 4,096 bytes is taken, a longer one is not', async () => {
  const { post } = await connected()
  const path = `${`${'d'.repeat(200)}/`.repeat(20)}${'f'.repeat(76)}`
  const statusOf = async (one: string) => (await post('/git/trees', { tree: [file(one)] })).status

  expect(Buffer.byteLength(path)).toBe(4096)
  expect([await statusOf(path), await statusOf(`${path}f`)]).toEqual([201, 422])
})

test('the same path twice is refused', async () => {
  const { post } = await connected()

  const reply = await post('/git/trees', { tree: [file('a'), file('b'), file('a')] })

  expect(reply.status).toBe(422)
})

test.each([
  ['100644', 'tree'],
  ['040000', 'blob'],
  ['120000', 'commit'],
  ['160000', 'blob'],
  ['100644', 'file'],
])('mode %s and type %s do not fit', async (mode, type) => {
  const { post } = await connected()

  const reply = await post('/git/trees', {
    tree: [{ path: 'a', mode, type, ...(type === 'blob' ? { content: 'x' } : { sha: NO_OBJECT }) }],
  })

  expect(reply.status).toBe(422)
})

test.each(['100664', '100600', '644', '40000', 100644, null])(
  'mode %j cannot be written',
  async (mode) => {
    const { post } = await connected()

    expect((await post('/git/trees', { tree: [{ ...file('a'), mode }] })).status).toBe(422)
  },
)

test.each([
  `refs/heads/${'a1'.repeat(20)}`,
  `refs/tags/${'A1'.repeat(20)}`,
  'refs/heads/HEAD',
  'refs/pull/1/head',
  `refs/heads/${'x'.repeat(245)}`,
  `refs/heads/${'ñ'.repeat(123)}`,
  `refs/heads/a/${'x'.repeat(300)}`,
])('no ref has the name %s', async (ref) => {
  const { post, put, head } = await connected()
  const branch = ref.replace('refs/heads/', '')

  const made = await post('/git/refs', { ref, sha: await head() })
  const written = await put('/contents/a.txt', { message: 'x', content: 'eA==', branch })

  expect([made.status, await made.json()]).toMatchObject([
    422,
    { message: `${ref} is not a valid ref name.` },
  ])
  if (ref.startsWith('refs/heads/')) expect(written.status).toBe(422)
})

test('a branch name of 244 bytes is taken, and a branch may follow the folder of another', async () => {
  const { post, github, token, head } = await connected()
  const sha = await head()
  const make = async (name: string) =>
    (await post('/git/refs', { ref: `refs/heads/${name}`, sha })).status
  const remove = (name: string) => github.send('DELETE', `${AT}/git/refs/heads/${name}`, token)

  expect(await make('x'.repeat(244))).toBe(201)
  expect([await make('a/b/c'), await make('a'), await make('a/b/c/d')]).toEqual([201, 422, 422])
  await remove('a/b/c')
  expect(await make('a')).toBe(201)
})

test.each([
  ['GET', '/git/blobs/nonsense', undefined],
  ['GET', '/git/commits/abc123', undefined],
  ['POST', '/git/refs', { ref: 'refs/heads/x', sha: 'main' }],
  ['PATCH', '/git/refs/heads/main', { sha: 'abc123' }],
  ['POST', '/git/commits', { message: 'x', tree: 'main' }],
  ['POST', '/git/commits', { message: 'x', tree: 'TREE', parents: ['main'] }],
])('%s %s with a malformed SHA (%j) is unprocessable', async (method, path, body) => {
  const { github, token, tree } = await connected()
  const sent = body && 'parents' in body ? { ...body, tree: await tree() } : body

  const reply = await github.send(method, AT + path, token, sent)

  expect([reply.status, await reply.json()]).toMatchObject([
    422,
    { message: expect.stringMatching(/must be exactly 40 characters and contain only \[0-9a-f\]/) },
  ])
})

test('an unknown SHA is not found, a malformed one is unprocessable, none exists in an empty repository', async () => {
  const { github, token } = await connected()
  await github.send('POST', '/user/repos', token, { name: 'blank' })
  const statusOf = async (path: string) => (await github.api(path, token)).status
  const empty = '/repos/mia-torres/blank/git'

  expect(await statusOf(`${AT}/git/blobs/${NO_OBJECT}`)).toBe(404)
  expect(await statusOf(`${empty}/blobs/${NO_OBJECT}`)).toBe(409)
  expect(await statusOf(`${empty}/commits/${NO_OBJECT}`)).toBe(409)
  expect((await github.send('POST', `${empty}/blobs`, token, { content: 'x' })).status).toBe(409)
})

test.each(['', ' \n', 'a\0b', null])('no commit has the message %j', async (message) => {
  const { post, put, head, tree } = await connected()

  const commit = await post('/git/commits', {
    message,
    tree: await tree(),
    parents: [await head()],
  })
  const content = await put('/contents/a.txt', { message, content: 'eA==' })

  expect([commit.status, content.status]).toEqual([422, 422])
})

test('a blob has one of two encodings', async () => {
  const { post } = await connected()
  const statusOf = async (encoding?: unknown) =>
    (await post('/git/blobs', { content: 'eA==', encoding })).status

  expect([await statusOf(), await statusOf('utf-8'), await statusOf('base64')]).toEqual([
    201, 201, 201,
  ])
  expect([await statusOf('latin1'), await statusOf('hex'), await statusOf(1)]).toEqual([
    422, 422, 422,
  ])
})

test('no repository is called something.git, at first or later', async () => {
  const { github, token } = await connected()

  const made = await github.send('POST', '/user/repos', token, { name: 'soup.git' })
  const renamed = await github.send('PATCH', AT, token, { name: 'soup.GIT' })

  expect([made.status, await made.json()]).toMatchObject([
    422,
    { errors: [{ resource: 'Repository', field: 'name' }] },
  ])
  expect(renamed.status).toBe(422)
})

const file = (path: string) => ({ path, mode: '100644', type: 'blob', content: 'x' })

async function connected() {
  const github = await openGithub()
  const token = await github.personalToken('mia-torres', { scopes: ['repo'] })
  const head = async () => {
    const reply = await github.api(`${AT}/git/ref/heads/main`, token)
    return ((await reply.json()) as { object: { sha: string } }).object.sha
  }

  return {
    github,
    token,
    head,
    tree: async () => {
      const reply = await github.api(`${AT}/git/commits/${await head()}`, token)
      return ((await reply.json()) as { tree: { sha: string } }).tree.sha
    },
    post: (path: string, body: unknown) => github.send('POST', AT + path, token, body),
    put: (path: string, body: unknown) => github.send('PUT', AT + path, token, body),
  }
}
