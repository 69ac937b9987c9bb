import { expect, test } from 'vitest'
import { openGithub } from './open-github.ts'

const AT = '/repos/mia-torres/recipe-scaler'

test('two branches are compared from where they parted', async () => {
  const { api, commit } = await connected()
  const start = (await api('/git/ref/heads/main')).body.object.sha
  const one = await commit('next', { 'a.ts': 'one\n' })
  const two = await commit('next', { 'a.ts': 'two\n', 'README.md': null })
  const other = await commit('main', { 'b.ts': 'other\n' })

  const compared = await api('/compare/main...next')
  const behind = await api(`/compare/${other}...${start}`)
  const ahead = await api(`/compare/mia-torres:${start}...mia-torres:next?per_page=1&page=2`)

  expect(compared.body).toMatchObject({
    status: 'diverged',
    ahead_by: 2,
    behind_by: 1,
    total_commits: 2,
    base_commit: { sha: other },
    merge_base_commit: { sha: start },
    commits: [{ sha: one }, { sha: two }],
    files: [
      { filename: 'README.md', status: 'removed' },
      { filename: 'a.ts', status: 'added', additions: 1, deletions: 0 },
    ],
  })
  expect(behind.body).toMatchObject({ status: 'behind', ahead_by: 0, behind_by: 1, commits: [] })
  expect(ahead.body).toMatchObject({ status: 'ahead', commits: [{ sha: two }], files: [] })
  expect((await api('/compare/main...main')).body.status).toBe('identical')
})

test('what cannot be compared is not found', async () => {
  const { api } = await connected()

  expect((await api('/compare/main...gone')).status).toBe(404)
  expect((await api('/compare/main')).status).toBe(404)
})

test('a renamed branch redirects, until its old name is used again', async () => {
  const { github, api, commit, send } = await connected()
  const head = await commit('feature/one', { 'a.ts': 'one\n' })

  const renamed = await send('POST', '/branches/feature/one/rename', { new_name: 'two' })
  const old = await send('GET', '/branches/feature/one')

  expect([renamed.status, renamed.body.name, renamed.body.commit.sha]).toEqual([201, 'two', head])
  expect(old.status).toBe(301)
  expect(old.location).toBe(`${github.apiUrl}${AT}/branches/two`)
  expect((await api('/branches/feature/one')).body.name).toBe('two')
  expect((await send('GET', '/git/ref/heads/feature/one')).status).toBe(404)
  expect((await send('PATCH', '/git/refs/heads/feature/one', { sha: head })).status).toBe(422)
  await send('POST', '/git/refs', { ref: 'refs/heads/feature/one', sha: head })
  expect((await send('GET', '/branches/feature/one')).status).toBe(200)
})

test('renaming the default branch takes everything along', async () => {
  const { api, send, github } = await connected()
  await send('POST', '/branches/main/rename', { new_name: 'trunk' })

  expect((await api('')).body.default_branch).toBe('trunk')
  expect((await api('/commits')).status).toBe(200)
  expect((await github.page('/mia-torres/recipe-scaler')).includes('Commits on trunk')).toBe(true)
})

test.each(['', 'next', 'HEAD', 'a..b', 'x'.repeat(245)])(
  'a branch is not renamed to %j',
  async (name) => {
    const { send, commit } = await connected()
    await commit('next', { 'a.ts': 'one\n' })

    expect((await send('POST', '/branches/main/rename', { new_name: name })).status).toBe(422)
    expect((await send('GET', '/branches/main')).status).toBe(200)
  },
)

async function connected() {
  const github = await openGithub()
  const token = await github.personalToken('mia-torres', { scopes: ['repo'] })
  const read = async (reply: Response) => ({
    status: reply.status,
    location: reply.headers.get('location'),
    // biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the test expects of it
    body: (await reply.json()) as any,
  })

  return {
    github,
    /** Follows redirects. */
    api: async (path: string) => read(await github.api(AT + path, token)),
    send: async (method: string, path: string, body?: unknown) =>
      read(await github.send(method, AT + path, token, body)),
    commit: async (branch: string, files: Record<string, string | null>) => {
      const reply = await github.control('POST', 'repositories/mia-torres/recipe-scaler/commits', {
        person: 'mia-torres',
        branch,
        files,
      })
      return ((await reply.json()) as { sha: string }).sha
    },
  }
}
