// Over both databases: large values go through the driver.

import type { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { useGithubServer } from './github-server.ts'
import { pushBy, webhooksOf } from './webhooks.ts'

const testServer = useGithubServer()
const { connected, deliver, link, signature } = webhooksOf(testServer)

const MANY = 300_000

test('a push that lists very many files is recorded, and a small request overtakes it', async () => {
  const { sql, urlOf } = testServer()
  const { member, person, githubId } = await connected()
  const owner = { login: person.login, id: githubId }
  await link(member, owner.login, 'tide-tables')
  const push = pushBy(githubId, owner)
  const added = Array.from({ length: MANY }, (_, i) => `file-${i}`)
  const body = JSON.stringify({ ...push, commits: [{ ...push.commits[0], added }] })
  const threads = startedThreads()
  const answered: string[] = []

  const large = deliver(body).then((status) => {
    answered.push('large')
    return status
  })
  await expect.poll(() => threads.length, { timeout: 60_000, interval: 1 }).toBe(1)
  const small = await fetch(`${urlOf(0)}/healthz`)
  answered.push('small')
  expect([await large, small.status]).toEqual([202, 200])
  await testServer().settle()

  expect(answered).toEqual(['small', 'large'])
  expect(
    await sql(
      `select files_added, files_modified, jsonb_array_length(changed_files) as listed
         from public.push_records where user_id = $1`,
      [member.id],
    ),
  ).toEqual([{ files_added: MANY, files_modified: 1, listed: 300 }])
})

test.each([
  ['signed by nobody', (body: string) => signature(`${body} `), '{}', 401],
  ['that is no JSON', signature, '{', 400],
])('a large body %s is refused', async (_what, sign, end, status) => {
  const body = `${' '.repeat(400_000)}${end}`

  expect(await deliver(body, { signature: sign(body) })).toBe(status)
})

test('what cannot be stored is replaced in a large body', async () => {
  const { sql } = testServer()
  const body = `{"zen":"\\u0000 \\\\u0000","pad":"${'\\\\'.repeat(200_000)}"}`

  expect(await deliver(body)).toBe(202)

  const [stored] = await sql<{ start: string }>(
    `select left(body, 26) as start from ops.webhook_events order by received_at desc limit 1`,
  )
  expect(stored?.start).toBe('{"zen":"\\ufffd \\\\u0000","p')
})

function startedThreads(): Worker[] {
  const threads: Worker[] = []
  const note = (thread: Worker) => void threads.push(thread)
  process.on('worker', note)
  onTestFinished(() => void process.off('worker', note))

  return threads
}
