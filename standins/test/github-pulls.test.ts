import { expect, test } from 'vitest'
import { localApp } from '#github/registrations/registration.ts'
import { gitFor, HAS_GIT } from './git-client.ts'
import { listenAsProduct } from './listen-as-product.ts'
import { openGithub } from './open-github.ts'

const AT = '/repos/mia-torres/recipe-scaler'
const CONTROL = 'repositories/mia-torres/recipe-scaler'

test('a pull request is opened, listed and read; whether it merges is computed when asked', async () => {
  const { send, open } = await connected()

  const made = await open({ title: 'Next', body: 'Soup', draft: true })
  const first = await send('GET', `/pulls/${made.body.number}`)
  const second = await send('GET', `/pulls/${made.body.number}`)
  const listed = await send('GET', '/pulls?head=mia-torres:next&base=main')
  const others = await send('GET', '/pulls?head=mia-torres:other')
  const issues = await send('GET', '/issues')

  expect([made.status, made.body]).toMatchObject([
    201,
    {
      state: 'open',
      title: 'Next',
      body: 'Soup',
      draft: true,
      merged: false,
      mergeable: null,
      commits: 1,
      changed_files: 1,
      user: { login: 'mia-torres' },
      head: { ref: 'next', label: 'mia-torres:next' },
      base: { ref: 'main' },
    },
  ])
  expect(first.body).toMatchObject({ mergeable: null, mergeable_state: 'unknown' })
  expect(second.body).toMatchObject({ mergeable: true, mergeable_state: 'draft' })
  expect(listed.body).toMatchObject([{ number: made.body.number }])
  expect(others.body).toEqual([])
  expect(issues.body[0]).toMatchObject({ pull_request: { merged_at: null } })
})

test('GitHub says why a pull request cannot be opened', async () => {
  const { open, send } = await connected()
  const sha = (await send('GET', '/git/ref/heads/main')).body.object.sha
  await send('POST', '/git/refs', { ref: 'refs/heads/same', sha })
  await open()

  const again = await open()
  const same = await open({ head: 'same' })
  const gone = await open({ head: 'gone' })
  const stranger = await open({ head: 'jonas-weber:next' })
  const untitled = await open({ title: '' })

  expect([again, same, gone, stranger, untitled].map(({ status }) => status)).toEqual([
    422, 422, 422, 422, 422,
  ])
  expect([again, same, gone, stranger, untitled].map(({ body }) => body.errors[0])).toEqual([
    {
      resource: 'PullRequest',
      code: 'custom',
      message: 'A pull request already exists for mia-torres:next.',
    },
    { resource: 'PullRequest', code: 'custom', message: 'No commits between main and same' },
    { resource: 'PullRequest', field: 'head', code: 'invalid' },
    { resource: 'PullRequest', field: 'head', code: 'invalid' },
    { resource: 'PullRequest', field: 'title', code: 'missing_field' },
  ])
})

test('a merge is a push with two parents, and its own rule does not stop it', async () => {
  const { github, send, open, commit, merge } = await connected()
  await github.control('PUT', CONTROL, { rules: [{ branch: 'main', kind: 'pull-request' }] })
  const main = await commit('main', { 'other.ts': 'x\n' })
  const { body: pull } = await open()

  const merged = await merge(pull.number)
  const { sha } = (await merged.json()) as { sha: string }
  const head = await send('GET', `/commits/${sha}`)
  const after = await send('GET', `/pulls/${pull.number}`)

  expect(head.body.parents).toMatchObject([{ sha: main }, { sha: pull.head.sha }])
  expect(after.body).toMatchObject({
    state: 'closed',
    merged: true,
    merged_by: { login: 'mia-torres' },
    merge_commit_sha: sha,
  })
  expect(await pathsOnMain(send)).toContain('next.ts')
  const pushed = (await github.deliveries()).find(({ event }) => event === 'push')
  expect(pushed?.payload).toMatchObject({ ref: 'refs/heads/main', after: sha })
  expect((await merge(pull.number)).status).toBe(400)
})

test('a file that both changed is a conflict', async () => {
  const { send, open, commit, merge } = await connected()
  const { body: pull } = await open()
  await commit('main', { 'next.ts': 'ours\n' })

  await send('GET', `/pulls/${pull.number}`)
  const read = await send('GET', `/pulls/${pull.number}`)
  const merged = await merge(pull.number)

  expect(read.body).toMatchObject({ mergeable: false, mergeable_state: 'dirty' })
  expect(merged.status).toBe(400)
})

test('its page shows it', async () => {
  const { github, open } = await connected()
  const { body: pull } = await open({ title: 'Soup of the day' })
  const at = `/mia-torres/recipe-scaler/pull/${pull.number}`

  const page = await github.page(at)

  expect(pull.html_url).toBe(github.webUrl + at)
  expect(page).toContain('Soup of the day')
})

test('others review it, run checks on it, and merge it', async () => {
  const { github, send, open } = await connected()
  const { body: pull } = await open()
  const at = `${CONTROL}/pulls/${pull.number}`
  const review = { person: 'jonas-weber', state: 'CHANGES_REQUESTED', body: 'Salt' }
  await github.control('POST', `${at}/reviews`, review)
  const run = { ref: 'next', name: 'build' }
  await github.control('POST', `${CONTROL}/check-runs`, run)
  await github.control('POST', `${CONTROL}/check-runs`, { ...run, conclusion: 'success' })
  const pending = await send('GET', '/commits/next/status')
  await github.control('POST', `${CONTROL}/statuses`, { ref: 'next', state: 'success' })
  await github.control('POST', `${CONTROL}/statuses`, { ref: 'next', state: 'error', context: 'b' })

  const reviews = await send('GET', `/pulls/${pull.number}/reviews`)
  const runs = await send('GET', '/commits/next/check-runs')
  const status = await send('GET', '/commits/next/status')
  await github.control('POST', `${at}/merge`, { person: 'jonas-weber', method: 'squash' })

  expect(reviews.body).toMatchObject([
    { state: 'CHANGES_REQUESTED', body: 'Salt', user: { login: 'jonas-weber' } },
  ])
  expect(runs.body).toMatchObject({
    total_count: 1,
    check_runs: [{ name: 'build', status: 'completed', conclusion: 'success' }],
  })
  expect(pending.body).toMatchObject({ state: 'pending', total_count: 0 })
  expect(status.body).toMatchObject({ state: 'failure', total_count: 2 })
  const [head] = (await send('GET', '/commits')).body
  expect(head).toMatchObject({
    commit: { message: `Next (#${pull.number})` },
    parents: { length: 1 },
  })
})

test('a rebase writes each commit anew on top of the base', async () => {
  const { github, send, open, commit } = await connected()
  const { body: pull } = await open()
  const second = await commit('next', { 'more.ts': 'more\n' })
  const main = await commit('main', { 'other.ts': 'x\n' })

  const reply = await github.control('POST', `${CONTROL}/pulls/${pull.number}/merge`, {
    person: 'jonas-weber',
    method: 'rebase',
  })

  const { sha } = (await reply.json()) as { sha: string }
  const [last, first, before] = (await send('GET', '/commits')).body
  expect([last.sha, before.sha]).toEqual([sha, main])
  expect([last, first].map(({ parents }) => parents.length)).toEqual([1, 1])
  expect([second, pull.head.sha]).not.toContain(last.sha)
  expect(await pathsOnMain(send)).toEqual(
    expect.arrayContaining(['next.ts', 'more.ts', 'other.ts']),
  )
  expect((await send('GET', `/pulls/${pull.number}`)).body).toMatchObject({
    merged: true,
    merge_commit_sha: sha,
    head: { sha: second },
  })
})

test('a repository without drafts refuses them, and takes others', async () => {
  const { github, open } = await connected()
  await github.control('PUT', CONTROL, { drafts: false })

  const draft = await open({ draft: true })
  const ready = await open()

  expect([draft.status, draft.body.message]).toEqual([
    422,
    'Draft pull requests are not supported in this repository.',
  ])
  expect(ready.status).toBe(201)
})

test('it follows its branches: new commits, a deleted head', async () => {
  const { send, open, commit } = await connected()
  const { body: pull } = await open()

  const sha = await commit('next', { 'more.ts': 'x\n' })
  const followed = await send('GET', `/pulls/${pull.number}`)
  const ref = await send('GET', `/git/ref/pull/${pull.number}/head`)
  const forged = await send('PATCH', `/git/refs/pull/${pull.number}/head`, { sha })
  await send('DELETE', '/git/refs/heads/next')

  expect(followed.body).toMatchObject({ state: 'open', head: { ref: 'next', sha }, commits: 2 })
  expect(ref.body.object.sha).toBe(sha)
  expect(forged.status).toBe(422)
  expect((await send('GET', `/pulls/${pull.number}`)).body).toMatchObject({
    state: 'closed',
    merged: false,
  })
})

test.runIf(HAS_GIT)('a git push of its commits to the base merges it', async () => {
  const { github, token, send, open } = await connected()
  const { body: pull } = await open()
  const git = await gitFor(github.webUrl, token)
  await git.clone('mia-torres/recipe-scaler.git')

  await git.run('push', 'origin', 'origin/next:refs/heads/main')

  expect((await send('GET', `/pulls/${pull.number}`)).body).toMatchObject({ merged: true })
})

test('an app needs the permission', async () => {
  const { pull_requests: _, ...permissions } = localApp.permissions
  const github = await openGithub({ registrations: [{ ...localApp, permissions }] })
  await github.install('mia-torres')
  const { access_token: token } = await github.signIn('mia-torres')

  const reply = await github.send('POST', `${AT}/pulls`, token, { title: 'x' })

  expect([reply.status, await reply.json()]).toMatchObject([
    403,
    { message: 'Resource not accessible by integration' },
  ])
  expect(reply.headers.get('x-accepted-github-permissions')).toBe('pull_requests=write')
})

/** The paths of everything on the main branch. */
async function pathsOnMain(send: Awaited<ReturnType<typeof connected>>['send']): Promise<string[]> {
  const { body } = await send('GET', '/git/trees/main?recursive=1')
  return body.tree.map(({ path }: { path: string }) => path)
}

async function connected() {
  const product = await listenAsProduct()
  const github = await openGithub({ productUrl: product.url })
  await github.install('mia-torres')
  const { access_token: token } = await github.signIn('mia-torres')
  const send = async (method: string, path: string, body?: unknown) => {
    const reply = await github.send(method, AT + path, token, body)
    const text = await reply.text()
    // biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the test expects of it
    return { status: reply.status, body: (text === '' ? null : JSON.parse(text)) as any }
  }
  const commit = async (branch: string, files: Record<string, string>) => {
    const reply = await github.control('POST', `${CONTROL}/commits`, {
      person: 'mia-torres',
      branch,
      files,
    })
    return ((await reply.json()) as { sha: string }).sha
  }
  await commit('next', { 'next.ts': 'next\n' })

  return {
    github,
    token,
    send,
    commit,
    merge: (number: number) =>
      github.control('POST', `${CONTROL}/pulls/${number}/merge`, { person: 'mia-torres' }),
    open: (changes: object = {}) =>
      send('POST', '/pulls', { title: 'Next', head: 'next', base: 'main', ...changes }),
  }
}
