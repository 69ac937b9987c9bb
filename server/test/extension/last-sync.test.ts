import { expect, test } from 'vitest'
import { type TestMember, useGithubServer } from '#test/code-host/github-server.ts'

const testServer = useGithubServer()

const LISTS = ['get_linked_projects', 'get_my_projects', 'get_duplicate_links']

test('a list without changes moves the last sync of its links, in whatever list it is read', async () => {
  const member = await testServer().newMember()
  await sync(member, ['sb1-a', 'sb1-b'])
  const before = await lastSyncs(member)

  await sync(member, ['sb1-a', 'sb1-b'])

  const [first = '', ...others] = await lastSyncs(member)
  expect(before).toHaveLength(LISTS.length * 2)
  expect(Date.parse(first)).toBeGreaterThan(Date.parse(before[0] ?? ''))
  expect(others).toEqual(Array(LISTS.length * 2 - 1).fill(first))
})

test('a link that was not named keeps its time, and so does one that the extension said wrongly', async () => {
  const member = await testServer().newMember()
  await sync(member, ['sb1-a', 'sb1-b', 'sb1-c'])
  const before = await timesById(member)

  await sync(member, ['sb1-a'], [{ bolt_project_id: 'sb1-b', project_name: '' }])

  const after = await timesById(member)
  expect(after['sb1-a']).not.toBe(before['sb1-a'])
  expect([after['sb1-b'], after['sb1-c']]).toEqual([before['sb1-b'], before['sb1-c']])
})

test('an unlinked project keeps the time of its last sync, also when it is restored', async () => {
  const { sql, newMember } = testServer()
  const member = await newMember()
  await sync(member, ['sb1-a'])
  await sync(member, ['sb1-a'])
  const linked = await ask(member, 'rpc/get_linked_projects')

  await ask(member, 'bolt_projects?bolt_project_id=eq.sb1-a', { method: 'DELETE' })
  const removed = await ask(member, 'rpc/get_deleted_bolt_projects')
  const restored = await ask(member, 'rpc/restore_bolt_project', {
    method: 'POST',
    body: JSON.stringify({ input_project_id: removed[0]?.id }),
  })

  const [stored] = await sql<{ at: Date }>(
    'select created_at as at from public.bolt_projects where user_id = $1',
    [member.id],
  )
  const times = [linked, removed, restored].map(([link]) => link?.last_sync_at)
  expect(new Set(times).size).toBe(1)
  expect(Date.parse(times[0] ?? '')).toBeGreaterThan(stored?.at.getTime() ?? 0)
})

test('a deleted account leaves no trace of when its links were seen', async () => {
  const { sql, newMember } = testServer()
  const [gone, other] = [await newMember(), await newMember()]
  for (const member of [gone, other, gone, other]) await sync(member, ['sb1-a'])
  const seen = () => sql('select from app.link_seen')
  const before = (await seen()).length

  await sql('delete from auth.users where id = $1', [gone.id])

  expect(await seen()).toHaveLength(before - 1)
  expect(await timesById(other)).toMatchObject({ 'sb1-a': expect.any(String) })
})

type Row = { id: string; bolt_project_id: string; last_sync_at: string }

const sync = async ({ token }: TestMember, ids: string[], more: object[] = []) => {
  const repository = { github_repo_owner: 'mia', github_repo_name: 'tides' }
  const projects = ids.map((id) => ({ bolt_project_id: id, project_name: 'Tides', ...repository }))
  const { status } = await testServer().call('sync-bolt-projects', token, {
    body: { localProjects: [...projects, ...more] },
  })
  expect(status).toBe(200)
}

async function ask({ token }: TestMember, path: string, init: RequestInit = {}): Promise<Row[]> {
  const answer = await fetch(`${testServer().urlOf(0)}/rest/v1/${path}`, {
    ...init,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  })
  expect(answer.ok).toBe(true)

  return JSON.parse((await answer.text()) || '[]') as Row[]
}

const lastSyncs = async (member: TestMember) => {
  const lists = await Promise.all(LISTS.map((name) => ask(member, `rpc/${name}`)))

  return lists.flat().map(({ last_sync_at }) => last_sync_at)
}

const timesById = async (member: TestMember): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await ask(member, 'rpc/get_linked_projects')).map((one) => [
      one.bolt_project_id,
      one.last_sync_at,
    ]),
  )
