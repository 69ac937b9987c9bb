import { expect, test } from 'vitest'
import { compare } from '#compare/compare.ts'
import { SYNC_ERROR_CODES } from '#errors/sync-error.ts'
import type { Fetch } from '#host/host.ts'
import { openOperation } from '#host/operation.ts'
import { refusalOf } from '#host/refusal.ts'
import { PATH_REASONS } from '#paths/path-refusal.ts'
import { findingId } from '#push/choices.ts'
import { push } from '#push/push.ts'
import * as en from '#words/en.ts'
import * as es from '#words/es.ts'
import { contents, OWNER, openWorld, projectOf } from './open-world.ts'

type World = Awaited<ReturnType<typeof openWorld>>
type Arrange = (world: World) => Promise<unknown> | unknown
type Case = {
  /** After the repository was made, before the comparison. */
  before?: Arrange
  /** Between comparison and push. */
  between?: Arrange
  host?: (world: World) => Promise<Parameters<World['host']>[0]>
  files?: Parameters<typeof projectOf>[0]
  branch?: string
  name?: string
  owner?: string
  facts?: Record<string, unknown>
  /** The repository is gone, so its branch is not compared. */
  isGone?: boolean
}

const secret = `ghp_${'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'}`
const rule = (kind: string, classic = false) => ({ rules: [{ branch: 'main', kind, classic }] })
const scoped = (scopes: string[]) => async (world: World) => {
  const token = await world.tokenFor(OWNER, scopes)
  return { token: async () => token }
}

const cases: [string, string, Case][] = [
  ['nobody is connected', 'not_connected', { host: async () => ({ token: async () => null }) }],
  [
    'the token is refused twice',
    'token_refused',
    { host: async () => ({ token: async () => 'ghp_wrong' }) },
  ],
  [
    'the token is refused, and there is no other',
    'token_refused',
    { host: async () => ({ token: async (refused) => (refused ? null : 'ghp_wrong') }) },
  ],
  ['the project is empty', 'project_empty', { files: {} }],
  [
    'the repository is not there',
    'repository_missing',
    { name: 'nothing', facts: { repo: `${OWNER}/nothing` } },
  ],
  [
    'the repository is archived',
    'repository_archived',
    { before: (world) => world.change('repo', { archived: true }) },
  ],
  [
    'it was archived meanwhile',
    'repository_archived',
    { between: (world) => world.change('repo', { archived: true }) },
  ],
  [
    'it was renamed meanwhile',
    'repository_moved',
    {
      between: (world) => world.change('repo', { name: 'renamed' }),
      facts: { old: `${OWNER}/repo`, new: `${OWNER}/renamed` },
    },
  ],
  [
    'it was renamed meanwhile, and a page does not learn the new name with the refusal',
    'repository_moved',
    {
      host: async () => ({ fetch: redirectsOfAPage() }),
      between: (world) => world.change('repo', { name: 'renamed' }),
      facts: { old: `${OWNER}/repo`, new: `${OWNER}/renamed` },
    },
  ],
  [
    'it was deleted meanwhile',
    'repository_missing',
    {
      isGone: true,
      between: (world) => world.control('DELETE', `repositories/${OWNER}/repo`),
      facts: { repo: `${OWNER}/repo` },
    },
  ],
  [
    'only reading is allowed',
    'no_write_access',
    { owner: 'jonas-weber', before: seedForeign, facts: { repo: 'jonas-weber/repo' } },
  ],
  ['the repository name is impossible', 'name_invalid', { name: 'no good' }],
  [
    'the branch name is impossible',
    'branch_invalid',
    { branch: 'a..b', facts: { branch: 'a..b' } },
  ],
  [
    'the branch only takes pull requests',
    'branch_protected',
    { before: (world) => world.change('repo', rule('pull-request')), facts: { branch: 'main' } },
  ],
  [
    'the branch is protected the old way',
    'branch_protected',
    { before: (world) => world.change('repo', rule('pull-request', true)) },
  ],
  [
    'the branch only takes signed commits',
    'signature_required',
    {
      between: (world) => world.change('repo', rule('signatures')),
      facts: { said: expect.stringMatching(/^Repository rule violations found/) },
    },
  ],
  [
    'GitHub finds a secret in a picture',
    'secret_refused',
    {
      before: (world) => world.change('repo', { pushProtection: true }),
      files: { 'a.png': `\0${secret}` },
      facts: { path: 'a.png', said: expect.stringMatching(/secret/i) },
    },
  ],
  [
    'workflows are not allowed',
    'workflow_denied',
    { host: scoped(['repo']), files: { '.github/workflows/ci.yml': 'on: push' } },
  ],
  [
    'a file is larger than 30 MB',
    'file_too_large',
    {
      files: { 'big.bin': new Uint8Array(30_000_001) },
      facts: { path: 'big.bin', size: 30_000_001 },
    },
  ],
  [
    'a path lies below a submodule',
    'path_refused',
    {
      before: (world) => world.meanwhile('repo', { vendor: { submodule: '1'.repeat(40) } }),
      files: { 'vendor/a': 'x' },
      facts: { path: 'vendor/a', reason: 'below_submodule' },
    },
  ],
  [
    'GitHub fails for good',
    'github_unavailable',
    { between: (world) => world.fault({ path: '/repos/*', status: 503, times: null }) },
  ],
  [
    'there is no network',
    'offline',
    { between: (world) => world.fault({ path: '/repos/*', drop: 'before', times: null }) },
  ],
  ['GitHub stores another tree', 'tree_mismatch', { host: async () => ({ fetch: otherTree() }) }],
]

test.each(cases)(
  'when %s: %s, and the branch stays where it was',
  async (_title, code, situation) => {
    const world = await openWorld()
    await world.seed('repo', { a: '1' })
    const { files = { a: '2' }, branch = 'main', name = 'repo', owner = OWNER } = situation
    await situation.before?.(world)
    const repository = await world.repository('repo')
    const old = repository.head()
    const host = world.host(await situation.host?.(world))

    const work = (async () => {
      const comparison = await compare(host, { owner, name, branch }, projectOf(files), {
        base: null,
      })
      await situation.between?.(world)
      const pushSecrets = comparison.findings.map(findingId)
      return push(host, comparison, {
        contents,
        choices: { confirmed: comparison.needs, pushSecrets },
      })
    })()

    await expect(work).rejects.toMatchObject({ code, facts: situation.facts ?? {} })
    if (!situation.isGone) expect(repository.head()).toBe(old)
  },
)

test('an organisation that wants a sign-in, or a token without the right, says so', async () => {
  const world = await openWorld()
  await world.control('POST', 'seed', {
    organisations: [{ login: 'tidal', owners: [OWNER], requiresSso: true }],
    repositories: [
      {
        owner: 'tidal',
        name: 'site',
        private: true,
        commits: [{ message: 'x', files: { a: '1' } }],
      },
    ],
  })
  await world.seed('repo', { a: '1' })
  const reply = await world.control('POST', `people/${OWNER}/tokens`, {
    permissions: { contents: 'read' },
  })
  const { token } = (await reply.json()) as { token: string }
  const reading = world.host({ token: async () => token })

  await expect(
    compare(world.host(), { owner: 'tidal', name: 'site', branch: 'main' }, projectOf({ a: '2' }), {
      base: null,
    }),
  ).rejects.toMatchObject({ code: 'org_restricted', facts: { owner: 'tidal' } })
  const comparison = await compare(reading, world.target('repo'), projectOf({ a: '2' }), {
    base: null,
  })
  await expect(
    push(reading, comparison, { contents, choices: { confirmed: comparison.needs } }),
  ).rejects.toMatchObject({ code: 'token_not_allowed' })
})

test('workflow files, public repositories and long pushes are asked about first', async () => {
  const world = await openWorld()
  await world.seed('repo', { a: '1' })
  await world.change('repo', { private: false })
  const pictures = Object.fromEntries(Array.from({ length: 410 }, (_, i) => [`p${i}`, `\0${i}`]))
  const token = await world.tokenFor(OWNER, ['repo'])
  const can = { archives: false, packs: false }
  const host = world.host({ token: async () => token, can })
  const needs = async (files: Record<string, string>) =>
    (await compare(host, world.target('repo'), projectOf(files), { base: null })).needs

  expect(await needs({ '.github/workflows/ci.yml': 'on: push' })).toEqual([
    'first_sync',
    'workflow_files',
    'public_target',
  ])
  expect(await needs(pictures)).toContain('long_push')
})

test('issues that are switched off have their own refusal', () => {
  const answer = {
    status: 410,
    body: { message: 'Issues are disabled' },
    bytes: new Uint8Array(),
    header: () => null,
  }

  expect(refusalOf(answer, { owner: 'a', name: 'b' }, true)).toMatchObject({
    code: 'issues_disabled',
    facts: { repo: 'a/b' },
  })
})

test('every error, reason and limit has a sentence in each language, with the same facts', () => {
  const facts = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort()

  for (const code of SYNC_ERROR_CODES) {
    expect([code, facts(es.syncErrors[code])]).toEqual([code, facts(en.syncErrors[code])])
    expect(es.syncErrors[code]).not.toBe(en.syncErrors[code])
  }
  expect(Object.keys(es.pathReasons)).toEqual([...PATH_REASONS])
  expect(Object.keys(en.pathReasons)).toEqual([...PATH_REASONS])
  expect(Object.keys(es.zipLimits)).toEqual(Object.keys(en.zipLimits))
})

test('an operation without a listener or signal runs', () => {
  const operation = openOperation({})

  operation.report({ phase: 'reading', done: 0, all: 1, bytes: 0 })
  operation.throwIfCancelled()

  expect(operation.requests).toBe(0)
})

async function seedForeign(world: World) {
  await world.control('POST', 'seed', {
    repositories: [
      { owner: 'jonas-weber', name: 'repo', commits: [{ message: 'x', files: { a: '1' } }] },
    ],
  })
}

/** GitHub as it is, but for one byte of each text in a tree. */
function otherTree(): Fetch {
  return (address, init) =>
    fetch(address, {
      ...init,
      ...(address.endsWith('/git/trees') && {
        body: String(init.body).replace('"content":"2"', '"content":"3"'),
      }),
    })
}

/** A page sees a redirect that it does not follow as an answer without status and headers. */
function redirectsOfAPage(): Fetch {
  return async (address, init) => {
    const response = await fetch(address, init)
    return response.status === 301 ? Response.error() : response
  }
}
