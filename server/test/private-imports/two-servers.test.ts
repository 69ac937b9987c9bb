import { expect, test } from 'vitest'
import { useImports } from './import-server.ts'

const imports = useImports({ servers: 2 })

test('two servers delete a copy once, at its minute', async () => {
  const { published, pass, testServer, row, atGithub } = imports
  const { cloneId, copy } = await published()

  await Promise.all([pass(60), testServer().settle(1)])
  await expect.poll(async () => (await row(cloneId))?.status, { timeout: 30_000 }).toBe('deleted')

  expect(await atGithub(copy.clone_full_name)).toBe('missing')
  expect((await row(cloneId))?.attempts).toBe(0)
})

test('imports started at both servers are one', async () => {
  const { proMember, testServer, until } = imports
  const { member, source } = await proMember()
  const startAt = (server: number) =>
    testServer().call('start-private-import', member.token, {
      body: { fullName: source },
      server,
    })

  const answers = await Promise.all([0, 1, 0, 1].map(startAt))
  const started = answers.filter(({ status }) => status === 202)
  const cloneId = String(started[0]?.body.cloneId)
  await until(cloneId, 'public')

  expect(started).toHaveLength(1)
  expect(
    answers.filter(({ status, body }) => status === 409 && body.cloneId === cloneId),
  ).toHaveLength(3)
})

test('what the job of a dead server left is deleted by the other one within seconds', async () => {
  const { published, testServer, row, atGithub, clock } = imports
  const { cloneId, copy } = await published()
  const { sql } = testServer()
  // As if a server had taken the job and the row, and died.
  await sql(
    `update ops.jobs set state = 'running', lease_until = now() where kind = 'delete-clone' and key = $1`,
    [cloneId],
  )
  clock.moveTo(clock.offsetMs() + 60_000)

  await expect.poll(async () => (await row(cloneId))?.status, { timeout: 45_000 }).toBe('deleted')

  expect(await atGithub(copy.clone_full_name)).toBe('missing')
})

test('a server that stops leaves the deletion to the other', async () => {
  const { published, testServer, row, atGithub, clock } = imports
  const { cloneId, copy } = await published()
  await testServer().stopServer(0)

  clock.moveTo(clock.offsetMs() + 60_000)
  await testServer().settle(1)
  await expect.poll(async () => (await row(cloneId))?.status, { timeout: 45_000 }).toBe('deleted')

  expect(await atGithub(copy.clone_full_name)).toBe('missing')
})
