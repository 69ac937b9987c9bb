import { expect, test, vi } from 'vitest'
import type { OwnCopy } from '#store/storage.ts'
import { openWorker, until, type World } from './open-worker.ts'
import { github, useToken } from './people.ts'

const MINUTE_MS = 60_000

test('a copy that cannot be deleted is tried again less and less often, at once by a person, and at the start of the browser', async () => {
  const world = await openWorker()
  const login = await useToken(world)
  const copy = await makeCopy(world, login)
  const name = copy.clone_full_name
  await github('POST', 'faults', {
    method: 'DELETE',
    path: `/repos/${name}`,
    status: 403,
    body: { message: 'Must have admin rights to Repository.' },
    times: null,
  })
  const start = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now: start + MINUTE_MS })
  const deletions = async (atMs: number) => {
    vi.setSystemTime(start + atMs)
    const before = deletionsOf(world)
    await world.ring('resume')
    await world.ring(`copy-${copy.id}`)
    return deletionsOf(world) - before
  }

  expect(await deletions(2 * MINUTE_MS)).toBe(1)
  expect(await deletions(2.4 * MINUTE_MS)).toBe(0)
  expect(await deletions(2.6 * MINUTE_MS)).toBe(1)
  expect(await deletions(3.5 * MINUTE_MS)).toBe(0)
  expect(await deletions(3.7 * MINUTE_MS)).toBe(1)
  expect(world.alarms.has('resume')).toBe(false)
  await world.ask('deleteCopy', copy.id)
  expect(deletionsOf(world)).toBe(4)
  await world.events.onStartup.emit()
  expect(deletionsOf(world)).toBe(5)
  expect(await isPrivate(name)).toBe(true)

  const faults = (await (await github('GET', 'faults')).json()) as { id: string; path: string }[]
  for (const { id, path } of faults) if (path.includes(name)) await github('DELETE', `faults/${id}`)
  await world.events.onStartup.emit()
  expect((await stored(world, copy.id)).deleted_at).not.toBeNull()
})

test('a copy is deleted as soon as the builder has it, however quick the builder is', async () => {
  const world = await openWorker()
  const copy = await makeCopy(world, await useToken(world))
  const [owner = '', name = ''] = copy.clone_full_name.split('/')
  const shown = { kind: 'project', name: 'harbour' } as const

  await Promise.all([
    world.fromBuilder({ ...shown, id: null, importing: { owner, name, branch: null } }),
    world.fromBuilder({ ...shown, id: 'from-the-copy', importing: null }),
  ])

  await until(async () => (await stored(world, copy.id)).status === 'deleted')
  expect(Date.parse((await stored(world, copy.id)).delete_at)).toBeGreaterThan(Date.now())
})

/** A public copy of a private repository, made with a personal token. */
async function makeCopy(world: World, login: string): Promise<OwnCopy> {
  const commits = [{ message: 'First', files: { 'a.txt': 'a' } }]
  await github('POST', 'seed', {
    repositories: [{ owner: login, name: 'harbour', private: true, commits }],
  })
  const { cloneId } = (await world.ask('startImport', `${login}/harbour`, 'main')) as {
    cloneId: string
  }
  await until(async () => (await stored(world, cloneId)).status === 'public')

  return stored(world, cloneId)
}

async function stored({ read }: World, id: string): Promise<OwnCopy> {
  const copies = await read<Record<string, OwnCopy>>('local', 'copies')
  const copy = copies?.[id]
  if (!copy) throw new Error('there is no such copy')

  return copy
}

const deletionsOf = ({ network }: World) =>
  network.sent.filter((one) => one.startsWith('DELETE ')).length

async function isPrivate(fullName: string): Promise<boolean> {
  const answer = await github('GET', `repositories/${fullName}`)

  return ((await answer.json()) as { isPrivate: boolean }).isPrivate
}
