import { expect, test } from 'vitest'
import { openGithub } from './open-github.ts'

const AT = '/repos/mia-torres/recipe-scaler'
const PRIVATE = '/repos/mia-torres/timer-wall'
// Put together here, so that no scanner takes this file for a leak.
const SECRET = `ghp_${'a1B2'.repeat(9)}`
const FOUND = 'Repository rule violations found\n\n'

test('push protection refuses a secret in a blob and in a file, not in an inline tree', async () => {
  const { github, token, post } = await connected()
  const head = await headOf(github, token)
  const content = Buffer.from(`const token = '${SECRET}'\n`).toString('base64')
  const blob = await post('/git/blobs', { content, encoding: 'base64' })
  const file = await github.send('PUT', `${AT}/contents/a.ts`, token, { message: 'x', content })
  const tree = await post('/git/trees', {
    base_tree: head,
    tree: [{ path: 'a.ts', mode: '100644', type: 'blob', content: SECRET }],
  })

  for (const reply of [blob, file]) {
    expect([reply.status, await reply.json()]).toMatchObject([
      409,
      {
        message: `${FOUND}Secret detected in content\n\n`,
        metadata: {
          secret_scanning: {
            bypass_placeholders: [
              {
                placeholder_id: expect.any(String),
                token_type: 'GITHUB_PERSONAL_ACCESS_TOKEN',
              },
            ],
          },
        },
      },
    ])
  }
  expect(tree.status).toBe(201)
})

test('a private repository takes the secret unless it is protected as well', async () => {
  const { github, token } = await connected()
  const blob = async () =>
    (await github.send('POST', `${PRIVATE}/git/blobs`, token, { content: SECRET })).status

  const before = await blob()
  await github.control('PUT', 'repositories/mia-torres/timer-wall', { pushProtection: true })

  expect([before, await blob()]).toEqual([201, 409])
})

test.each([
  ['pull-request', false, 422, `${FOUND}Changes must be made through a pull request.\n\n`],
  ['pull-request', true, 422, 'Changes must be made through a pull request.'],
  ['signatures', false, 422, `${FOUND}Commits must have verified signatures.\n\n`],
])('the rule %s (classic: %s) refuses a push', async (kind, classic, status, message) => {
  const { github, token, rule, commit } = await connected()
  await rule({ branch: 'main', kind, classic })
  const before = await headOf(github, token)

  const reply = await github.send('PATCH', `${AT}/git/refs/heads/main`, token, {
    sha: await commit(),
  })

  expect([reply.status, await reply.json()]).toMatchObject([status, { message }])
  expect(await headOf(github, token)).toBe(before)
})

test('a protected branch shows it, refuses files and deletion, and others are free', async () => {
  const { github, token, rule, post, commit } = await connected()
  const sha = await commit()
  await rule({ branch: 'release/*', kind: 'pull-request' })

  const made = await post('/git/refs', { ref: 'refs/heads/release/1', sha })
  const branch = await github.api(`${AT}/branches/release/1`, token)
  const file = await github.send('PUT', `${AT}/contents/a.ts`, token, {
    message: 'x',
    content: '',
    branch: 'release/1',
  })
  const deleted = await github.send('DELETE', `${AT}/git/refs/heads/release/1`, token)
  const main = await github.send('PATCH', `${AT}/git/refs/heads/main`, token, { sha })

  expect(made.status).toBe(201)
  expect(await branch.json()).toMatchObject({ protected: true, protection: { enabled: false } })
  expect([file.status, deleted.status, main.status]).toEqual([409, 422, 200])
})

async function connected() {
  const github = await openGithub()
  const token = await github.personalToken('mia-torres', { scopes: ['repo'] })
  const post = (path: string, body: unknown) => github.send('POST', AT + path, token, body)

  return {
    github,
    token,
    post,
    rule: (rule: unknown) =>
      github.control('PUT', 'repositories/mia-torres/recipe-scaler', { rules: [rule] }),
    /** A commit on top of main, which no branch points at yet. */
    commit: async () => {
      const head = await headOf(github, token)
      const { tree } = (await (await github.api(`${AT}/git/commits/${head}`, token)).json()) as {
        tree: { sha: string }
      }
      const reply = await post('/git/commits', { message: 'x', tree: tree.sha, parents: [head] })
      return ((await reply.json()) as { sha: string }).sha
    },
  }
}

async function headOf(github: Awaited<ReturnType<typeof openGithub>>, token: string) {
  const reply = await github.api(`${AT}/git/ref/heads/main`, token)

  return ((await reply.json()) as { object: { sha: string } }).object.sha
}
