import { expect, test } from 'vitest'
import { openGithub } from './open-github.ts'

const PUBLIC = '/repos/mia-torres/recipe-scaler'
const PRIVATE = '/repos/mia-torres/timer-wall'

test('a classic token shows its scopes, and does what they allow', async () => {
  const github = await openGithub()
  const token = await github.personalToken('mia-torres', { scopes: ['repo', 'read:org'] })

  const user = await github.api('/user', token)
  const blob = await github.send('POST', `${PRIVATE}/git/blobs`, token, { content: 'x' })

  expect(token).toMatch(/^ghp_\w{36}$/)
  expect(user.headers.get('x-oauth-scopes')).toBe('repo, read:org')
  expect([user.status, blob.status]).toEqual([200, 201])
  expect(blob.headers.get('x-accepted-oauth-scopes')).toBe('repo')
})

test('without its scope a classic token finds nothing to write to', async () => {
  const github = await openGithub()
  const token = await github.personalToken('mia-torres', { scopes: [] })
  const blob = (at: string) => github.send('POST', `${at}/git/blobs`, token, { content: 'x' })

  expect((await github.api(PUBLIC, token)).status).toBe(200)
  expect((await github.api(PRIVATE, token)).status).toBe(404)
  expect((await blob(PUBLIC)).status).toBe(404)
  expect((await github.send('POST', '/user/repos', token, { name: 'x' })).status).toBe(404)
})

test('deleting needs a scope of its own', async () => {
  const github = await openGithub()
  const without = await github.personalToken('mia-torres', { scopes: ['repo'] })
  const withIt = await github.personalToken('mia-torres', { scopes: ['repo', 'delete_repo'] })

  const refused = await github.send('DELETE', PRIVATE, without)
  const deleted = await github.send('DELETE', PRIVATE, withIt)

  expect([refused.status, await refused.json()]).toMatchObject([
    403,
    { message: 'Must have admin rights to Repository.' },
  ])
  expect(refused.headers.get('x-accepted-oauth-scopes')).toBe('delete_repo')
  expect(deleted.status).toBe(204)
})

test('a workflow file needs a scope of its own', async () => {
  const github = await openGithub()
  const put = async (scopes: string[]) =>
    github.send(
      'PUT',
      `${PUBLIC}/contents/.github/workflows/ci.yml`,
      await github.personalToken('mia-torres', { scopes }),
      { message: 'x', content: 'eA==' },
    )

  expect((await put(['repo'])).status).toBe(404)
  expect((await put(['repo', 'workflow'])).status).toBe(201)
})

test('a fine-grained token reaches the chosen repositories with its permissions', async () => {
  const github = await openGithub()
  const token = await github.personalToken('mia-torres', {
    permissions: { contents: 'read' },
    repositories: ['timer-wall'],
  })

  const tree = await github.api(`${PRIVATE}/git/trees/main`, token)
  const blob = await github.send('POST', `${PRIVATE}/git/blobs`, token, { content: 'x' })
  const elsewhere = await github.send('POST', `${PUBLIC}/git/blobs`, token, { content: 'x' })
  const listed = (await (await github.api('/user/repos', token)).json()) as { name: string }[]

  expect(token).toMatch(/^github_pat_\w{22}_\w{59}$/)
  expect([tree.status, tree.headers.get('x-oauth-scopes')]).toEqual([200, null])
  expect([blob.status, await blob.json()]).toMatchObject([
    403,
    { message: 'Resource not accessible by personal access token' },
  ])
  expect(blob.headers.get('x-accepted-github-permissions')).toBe('contents=write')
  expect(elsewhere.status).toBe(403)
  expect(listed.map(({ name }) => name)).toEqual(['timer-wall'])
})

test('a fine-grained token for all repositories creates new ones, for its owner only', async () => {
  const github = await openGithub()
  const permissions = { administration: 'write', contents: 'write' }
  const own = await github.personalToken('priya-nair', { permissions })
  const ofOrganisation = await github.personalToken('priya-nair', {
    permissions,
    owner: 'lanternworks',
  })
  const create = async (path: string, token: string) =>
    (await github.send('POST', path, token, { name: 'made', private: true })).status

  expect(await create('/user/repos', own)).toBe(201)
  expect(await create('/orgs/lanternworks/repos', own)).toBe(403)
  expect(await create('/orgs/lanternworks/repos', ofOrganisation)).toBe(201)
})

test('personal tokens can be revoked', async () => {
  const github = await openGithub()
  const token = await github.personalToken('mia-torres', { scopes: ['repo'] })
  const statusOf = async (text: string) => (await github.api('/user', text)).status

  expect(await statusOf(token)).toBe(200)
  await github.control('DELETE', 'people/mia-torres/tokens')
  expect(await statusOf(token)).toBe(401)
})

test.each([
  [{ scopes: ['repo', 'workflow'] }, 201, null],
  [{ scopes: ['repo'] }, 404, 'repo'],
  [{ permissions: { contents: 'write', workflows: 'write' } }, 201, null],
  [{ permissions: { contents: 'write' } }, 403, 'contents=write,workflows=write'],
])('with %j a tree with a workflow is answered %i', async (wanted, status, accepted) => {
  const github = await openGithub()
  const token = await github.personalToken('mia-torres', wanted)
  const tree = [{ path: '.github/workflows/ci.yml', mode: '100644', content: 'on: push' }]

  const reply = await github.send('POST', `${PRIVATE}/git/trees`, token, { tree })

  expect(reply.status).toBe(status)
  const shown = ['x-accepted-oauth-scopes', 'x-accepted-github-permissions'].map((name) =>
    reply.headers.get(name),
  )
  if (accepted) expect(shown).toContain(accepted)
})

test('owners and rights are found without installations', async () => {
  const github = await openGithub()
  const classic = await github.personalToken('priya-nair', { scopes: ['repo', 'read:org'] })
  const fine = await github.personalToken('priya-nair', {
    permissions: { contents: 'write' },
    owner: 'lanternworks',
  })
  const seen = async (token: string) => {
    const reply = await github.api('/user/repos?per_page=100', token)
    const repositories = (await reply.json()) as {
      owner: { login: string; type: string }
      permissions: { push: boolean; admin: boolean }
    }[]
    return {
      owners: [...new Set(repositories.map(({ owner }) => owner.login))].toSorted(),
      canPush: repositories.every(({ permissions }) => permissions.push),
      scopes: reply.headers.get('x-oauth-scopes'),
    }
  }

  expect(await seen(classic)).toMatchObject({
    owners: expect.arrayContaining(['lanternworks', 'priya-nair']),
    scopes: 'repo, read:org',
  })
  expect(await seen(fine)).toEqual({ owners: ['lanternworks'], canPush: true, scopes: null })
  for (const token of [classic, fine]) {
    const refused = await github.api('/user/installations', token)
    expect([refused.status, await refused.json()]).toMatchObject([
      403,
      {
        message:
          'You must authenticate with an access token authorized to a GitHub App in order to list installations',
      },
    ])
  }
})

test('only an app’s token lists installations', async () => {
  const github = await openGithub()
  const token = await github.personalToken('mia-torres', { scopes: ['repo'] })

  expect((await github.api('/user/installations', token)).status).toBe(403)
})
