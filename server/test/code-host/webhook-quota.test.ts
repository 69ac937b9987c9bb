import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { useGithubServer } from './github-server.ts'
import { pushBy, webhooksOf } from './webhooks.ts'

const MIB = 1024 * 1024
const testServer = useGithubServer()
const { connected, deliver, link } = webhooksOf(testServer)

test('a long body is processed and then dropped, a short one is kept', async () => {
  const { person, member, githubId } = await linked()

  const long = await pushOf(githubId, person.login, 'x'.repeat(70_000))
  const short = await pushOf(githubId, person.login, 'short')

  expect(await kept(long)).toEqual([{ has_body: false, body_note: 'size', outcome: null }])
  expect(await kept(short)).toEqual([{ has_body: true, body_note: null, outcome: null }])
  expect(await pushesOf(member.id)).toBe(2)
})

test('over their quota of a day, what a sender causes is recorded and not kept; others keep theirs', async () => {
  const [one, other] = [await linked(), await linked()]
  await sentToday(one.githubId, 8 * MIB)

  const over = await pushOf(one.githubId, one.person.login, 'over')
  const within = await pushOf(other.githubId, other.person.login, 'within')

  expect(await kept(over)).toEqual([{ has_body: false, body_note: 'quota', outcome: null }])
  expect(await kept(within)).toEqual([{ has_body: true, body_note: null, outcome: null }])
  expect(await pushesOf(one.member.id)).toBe(1)
})

test('an event over the quota that fails for good is not kept either, and one within it can be replayed', async () => {
  const [one, other] = [await linked(), await linked()]
  await sentToday(one.githubId, 8 * MIB)

  const over = await failing(one.githubId)
  const within = await failing(other.githubId)

  expect(await kept(over)).toMatchObject([{ has_body: false, body_note: 'quota' }])
  expect(await kept(within)).toMatchObject([{ has_body: true, body_note: null }])
})

test('beyond four times the quota a sender is refused, and nobody else', async () => {
  const [one, other] = [await linked(), await linked()]
  await sentToday(one.githubId, 32 * MIB)
  const body = (by: { githubId: number; person: { login: string } }) =>
    JSON.stringify(pushBy(by.githubId, { login: by.person.login, id: by.githubId }))

  expect(await deliver(body(one), { event: 'push' })).toBe(429)
  expect(await kept(digestOf(body(one)))).toEqual([])
  expect(await deliver(body(other), { event: 'push' })).toBe(202)
})

test('a body that is sent again counts once', async () => {
  const { sql } = testServer()
  const { person, githubId } = await linked()
  const body = JSON.stringify(pushBy(githubId, { login: person.login, id: githubId }))

  for (let time = 0; time < 3; time++) await deliver(body, { event: 'push' })

  expect(
    await sql(`select bytes::int as bytes from ops.webhook_bytes where sender = $1`, [
      String(githubId),
    ]),
  ).toEqual([{ bytes: Buffer.byteLength(body) }])
})

async function linked() {
  const found = await connected()
  await link(found.member, found.person.login, 'tide-tables')
  return found
}

async function pushOf(githubId: number, login: string, message: string): Promise<string> {
  const push = pushBy(githubId, { login, id: githubId })
  const id = createHash('sha1').update(message).digest('hex')
  const body = JSON.stringify({ ...push, head_commit: { id, message } })
  expect(await deliver(body, { event: 'push' })).toBe(202)
  await testServer().settle()

  return digestOf(body)
}

/** A push whose repository has no name, after its last try. */
async function failing(githubId: number): Promise<string> {
  const { sql } = testServer()
  const body = JSON.stringify({
    ...pushBy(githubId, { login: 'x', id: githubId }),
    repository: { id: githubId },
  })
  await deliver(body, { event: 'push' })
  await testServer().settle()
  await sql(
    `update ops.jobs set run_at = now(), most_attempts = attempts + 1
      where kind = 'take-github-event' and state = 'retrying'`,
  )
  await testServer().settle()

  return digestOf(body)
}

const sentToday = (sender: number, bytes: number) =>
  testServer().sql(
    `insert into ops.webhook_bytes (provider, sender, day, bytes)
     values ('github', $1, (ops.now() at time zone 'utc')::date, $2)`,
    [String(sender), bytes],
  )

const kept = (digest: string) =>
  testServer().sql(
    `select body <> '{}' as has_body, body_note, outcome from ops.webhook_events where digest = $1`,
    [digest],
  )

async function pushesOf(userId: string): Promise<number> {
  const rows = await testServer().sql('select from public.push_records where user_id = $1', [
    userId,
  ])

  return rows.length
}

const digestOf = (body: string) => createHash('sha256').update(body).digest('hex')
