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
  })
  expect(behind.body).toMatchObject({ status: 'behind', ahead_by: 0, behind_by: 1, commits: [] })
  expect(ahead.body).toMatchObject({ status: 'ahead', commits: [{ sha: two }] })
  expect((await api('/compare/main...main')).body.status).toBe('identical')
})

test('what cannot be compared is not found', async () => {
  const { api } = await connected()

  expect((await api('/compare/main...gone')).status).toBe(404)
  expect((await api('/compare/main')).status).toBe(404)
})

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
