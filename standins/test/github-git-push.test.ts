import { expect, test } from 'vitest'
import { gitFor, HAS_GIT } from './git-client.ts'
import { openGithub } from './open-github.ts'

const AT = '/repos/mia-torres/recipe-scaler'
const MIB = 1024 * 1024
// Put together here, so that no scanner takes this file for a leak.
const SECRET = `ghp_${'a1B2'.repeat(9)}`

test.runIf(HAS_GIT)('a file over 100 MiB is refused, also in an earlier commit', async () => {
  const { git, head } = await cloned()
  const before = await head()
  await git.commit('assets/film.bin', 'Film', Buffer.alloc(100 * MIB + 1))

  const refused = await git.refusedPush('main')
  const after = await head()
  await git.commit('assets/film.bin', 'Shorter film', Buffer.alloc(MIB))
  const stillInHistory = await git.refusedPush('main')
  await git.run('reset', '-q', '--soft', 'origin/main')
  await git.run('commit', '-q', '-m', 'Only the short one')
  await git.run('push', 'origin', 'main')

  expect(refused).toContain(
    "remote: error: File assets/film.bin is 100.00 MB; this exceeds GitHub's file size limit of 100.00 MB",
  )
  expect(refused).toMatch(/remote: error: GH001: Large files detected\./)
  expect(refused).toMatch(/! \[remote rejected\] main -> main \(pre-receive hook declined\)/)
  expect(stillInHistory).toMatch(/GH001/)
  expect(after).toBe(before)
  expect(await head()).not.toBe(before)
})

test.runIf(HAS_GIT)('a secret in any pushed commit is refused, with its place', async () => {
  const { git, head } = await cloned()
  const before = await head()
  await git.commit('src/key.ts', 'Key', `const a = 1\nconst key = '${SECRET}'\n`)
  const commit = (await git.run('rev-parse', 'HEAD')).trim()
  await git.commit('src/key.ts', 'No key', 'const key = process.env.KEY\n')

  const refused = await git.refusedPush('main')

  expect(refused).toMatch(
    /remote: error: GH013: Repository rule violations found for refs\/heads\/main\./,
  )
  expect(refused).toMatch(/remote: - GITHUB PUSH PROTECTION/)
  expect(refused).toMatch(/remote: {5}- Push cannot contain secrets/)
  expect(refused).toMatch(/—— GitHub Personal Access Token ——/)
  expect(refused).toMatch(new RegExp(`- commit: ${commit}\nremote: +path: src/key.ts:2`))
  expect(refused).toMatch(/\(push declined due to repository rule violations\)/)
  expect(refused).not.toContain(SECRET)
  expect(await head()).toBe(before)
})

test.runIf(HAS_GIT)('a private repository takes a secret', async () => {
  const { git } = await cloned('timer-wall')
  await git.commit('src/key.ts', 'Key', SECRET)

  await git.run('push', 'origin', 'main')
})

test.runIf(HAS_GIT).each([
  [
    'pull-request',
    false,
    /GH013.*- Changes must be made through a pull request\..*\(push declined due/s,
  ],
  ['signatures', false, /GH013.*- Commits must have verified signatures\..*\(push declined due/s],
  [
    'pull-request',
    true,
    /GH006: Protected branch update failed for refs\/heads\/main\..*- Changes must be made through a pull request\..*\(protected branch hook declined\)/s,
  ],
])('the rule %s (classic: %s) refuses a git push', async (kind, classic, expected) => {
  const { git, github, head } = await cloned()
  const before = await head()
  await github.control('PUT', 'repositories/mia-torres/recipe-scaler', {
    rules: [{ branch: 'main', kind, classic }],
  })
  await git.commit('a.md', 'A')

  expect(await git.refusedPush('main')).toMatch(expected)
  expect(await head()).toBe(before)
})

test.runIf(HAS_GIT).each([
  ['hasDotgit', '.GIT'],
  ['hasDotgit', 'git~1'],
  ['hasDotgit', '.g\u200cit'],
  ['hasDotgit', '.git. .'],
  ['hasDotdot', '..'],
  ['duplicateEntries', 'README.md'],
])('a tree that git itself would not write (%s: %j) is refused', async (problem, name) => {
  const { git, head } = await cloned()
  const before = await head()
  const blob = (await git.run('rev-parse', 'HEAD:README.md')).trim()
  const entries = [`100644 blob ${blob}\tREADME.md`, `100644 blob ${blob}\t${name}`]
  const tree = await git.give(`${entries.join('\n')}\n`, 'mktree')
  const commit = await git.give('Strange\n', 'commit-tree', '-p', 'HEAD', tree.trim())

  const refused = await git.refusedPush(`${commit.trim()}:refs/heads/main`)

  expect(refused).toContain(`remote: error: object ${tree.trim()}: ${problem}: contains`)
  expect(refused).toMatch(/remote: fatal: fsck error in packed object/)
  expect(refused).toMatch(/remote unpack failed: index-pack failed/)
  expect(await head()).toBe(before)
})

test.runIf(HAS_GIT)('mode 100664 of old repositories is stored and read', async () => {
  const { git, github, token } = await cloned()
  const blob = (await git.run('rev-parse', 'HEAD:README.md')).trim()
  const bytes = Buffer.concat([Buffer.from('100664 README.md\0'), Buffer.from(blob, 'hex')])
  const tree = await git.give(bytes, 'hash-object', '-t', 'tree', '-w', '--literally', '--stdin')
  const commit = await git.give('Old\n', 'commit-tree', '-p', 'HEAD', tree.trim())

  await git.run('push', 'origin', `${commit.trim()}:refs/heads/main`)

  const listed = await github.api(`${AT}/git/trees/main?recursive=1`, token)
  expect(await listed.json()).toMatchObject({
    tree: [{ path: 'README.md', mode: '100664', type: 'blob', sha: blob }],
  })
})

test.runIf(HAS_GIT).each(['a'.repeat(40), 'x'.repeat(245)])(
  'git cannot push to the branch %s',
  async (branch) => {
    const { git } = await cloned()

    expect(await git.refusedPush(`main:refs/heads/${branch}`)).toMatch(/funny refname/)
  },
)

test.runIf(HAS_GIT)(
  'refs of pull requests, and names below another branch, are refused',
  async () => {
    const { git } = await cloned()
    await git.run('push', 'origin', 'main:refs/heads/next')

    expect(await git.refusedPush('main:refs/pull/1/head')).toMatch(/deny updating a hidden ref/)
    expect(await git.refusedPush('main:refs/heads/next/one')).toMatch(
      /cannot lock ref 'refs\/heads\/next\/one': 'refs\/heads\/next' exists/,
    )
    await git.run('push', 'origin', '--delete', 'next')
    await git.run('push', 'origin', 'main:refs/heads/next/one')
    await git.run('push', 'origin', '--delete', 'next/one')
    await git.run('push', 'origin', 'main:refs/heads/next')
  },
)

test.runIf(HAS_GIT)('a push that is too large leaves nothing', async () => {
  const { git, github, head } = await cloned()
  const before = await head()
  await git.commit('a.bin', 'A', Buffer.alloc(2 * MIB))

  await github.control('PUT', 'limits', { pushBytes: MIB })
  const tooLarge = await git.refusedPush('main')

  expect(tooLarge).toMatch(/pack exceeds maximum allowed size/)
  expect(await head()).toBe(before)
  await github.control('PUT', 'limits', { pushBytes: null })
  await git.run('push', 'origin', 'main')
})

test.each([
  [['repo'], 'a Personal Access Token', '`workflow` scope'],
  [null, 'a Personal Access Token', '`workflows` permission'],
])(
  'a personal token (scopes %j) without the right cannot push workflows',
  async (scopes, who, right) => {
    const wanted = scopes ? { scopes } : { permissions: { contents: 'write' } }
    const { git } = await cloned('recipe-scaler', wanted)
    await git.commit('.github/workflows/ci.yml', 'Runs by itself')

    expect(await git.refusedPush('main')).toContain(
      `refusing to allow ${who} to create or update workflow \`.github/workflows/ci.yml\` without ${right}`,
    )
  },
)

async function cloned(name = 'recipe-scaler', wanted: object = { scopes: ['repo'] }) {
  const github = await openGithub()
  const token = await github.personalToken('mia-torres', { ...wanted })
  const git = await gitFor(github.webUrl, token)
  await git.clone(`mia-torres/${name}.git`)

  return {
    github,
    token,
    git,
    head: async () => {
      const reply = await github.api(`/repos/mia-torres/${name}/git/ref/heads/main`, token)
      return ((await reply.json()) as { object: { sha: string } }).object.sha
    },
  }
}
