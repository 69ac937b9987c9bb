import { expect, test } from 'vitest'
import { compare } from '#compare/compare.ts'
import { createRepository } from '#push/create-repository.ts'
import { push } from '#push/push.ts'
import { contents, OWNER, openWorld, projectOf } from './open-world.ts'

const WORKFLOW = '.github/workflows/ci.yml'

test('a classic token with the scope changes workflows, and no installation is asked for', async () => {
  const { world, look, send } = await tokenWorld({ scopes: ['repo', 'workflow'] })

  const comparison = await look({ [WORKFLOW]: 'on: push\n' })
  expect(comparison.needs).toEqual([])
  await send(comparison)

  expect(Object.keys((await world.repository('repo')).files())).toContain(WORKFLOW)
  expect(installationsAsked(world)).toEqual([])
})

test('a classic token without the scope is told so before the push', async () => {
  const { world, look } = await tokenWorld({ scopes: ['repo'] })

  const comparison = await look({ [WORKFLOW]: 'on: push\n' })

  expect(comparison.needs).toEqual(['workflow_files'])
  expect(installationsAsked(world)).toEqual([])
})

test('whether a fine-grained token may change workflows is tried, and the branch stays if it may not', async () => {
  const { world, look, send } = await tokenWorld({ permissions: { contents: 'write' } })
  const before = (await world.repository('repo')).head()

  const comparison = await look({ [WORKFLOW]: 'on: push\n' })
  expect(comparison.needs).toEqual([])
  await expect(send(comparison)).rejects.toMatchObject({ code: 'workflow_denied' })

  expect((await world.repository('repo')).head()).toBe(before)
  expect(installationsAsked(world)).toEqual([])
})

test('a fine-grained token with the permission changes workflows', async () => {
  const permissions = { contents: 'write', workflows: 'write' }
  const { world, look, send } = await tokenWorld({ permissions })

  await send(await look({ [WORKFLOW]: 'on: push\n' }))

  expect(Object.keys((await world.repository('repo')).files())).toContain(WORKFLOW)
})

test('a fine-grained token that may only read is refused as a token, not as the app', async () => {
  const { look, send } = await tokenWorld({ permissions: { contents: 'read' } })

  await expect(send(await look({ a: '2' }))).rejects.toMatchObject({
    code: 'token_not_allowed',
    facts: { owner: OWNER, needed: 'contents=write' },
  })
})

test('a classic token without its scope makes no repository, and is told which one it needs', async () => {
  const { host } = await tokenWorld({ scopes: [] })
  const wanted = { owner: OWNER, name: 'fresh', ownerKind: 'member' as const }

  await expect(createRepository(host, wanted)).rejects.toMatchObject({
    code: 'token_not_allowed',
    facts: { owner: OWNER, needed: expect.stringContaining('repo') },
  })
})

type World = Awaited<ReturnType<typeof openWorld>>

const installationsAsked = ({ calls }: World) =>
  calls.filter(({ path }) => path.includes('installations'))

/** One repository, and a host with a personal token of these rights. */
async function tokenWorld(rights: object) {
  const world = await openWorld()
  await world.seed('repo', { a: '1' })
  const made = await world.control('POST', `people/${OWNER}/tokens`, rights)
  const { token } = (await made.json()) as { token: string }
  const host = world.host({ token: async () => token, can: { archives: true, packs: false } })
  const base = { commit: (await world.repository('repo')).head(), differs: {} }

  return {
    world,
    host,
    look: (changes: Record<string, string>) =>
      compare(host, world.target('repo'), projectOf({ a: '1', ...changes }), { base }),
    send: (comparison: Awaited<ReturnType<typeof compare>>) => push(host, comparison, { contents }),
  }
}
