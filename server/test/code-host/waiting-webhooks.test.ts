import { createHmac } from 'node:crypto'
import type { Worker } from 'node:worker_threads'
import { openLog } from '@app/platform/log/log.ts'
import { expect, onTestFinished, test } from 'vitest'
import { openEventReader } from '#code-host/events/event-thread.ts'
import { receiveEvent } from '#code-host/events/receive-event.ts'
import { useGithubServer } from './github-server.ts'
import { pushBy, webhooksOf } from './webhooks.ts'

const MB = 1024 * 1024
const testServer = useGithubServer()
const { connected, link, signature } = webhooksOf(testServer)

test('large bodies that nobody signed are refused, and do not wait for the thread', async () => {
  const started: Worker[] = []
  const note = (thread: Worker) => void started.push(thread)
  process.on('worker', note)
  onTestFinished(() => void process.off('worker', note))
  const reader = readerFor(0)
  const event = () => ({ body: new Uint8Array(8 * MB), secrets: ['a'], signature: 'sha256=b' })
  const forged = { ...event(), signature: `sha256=${'0'.repeat(64)}` }

  const answers = await Promise.all([event(), event(), forged].map(reader.check))

  expect(answers).toEqual(Array(3).fill({ kind: 'not_signed' }))
  expect(started).toEqual([])
})

test('of signed large bodies that wait together, what goes beyond the bound is left unread, not refused', async () => {
  const reader = readerFor(10 * MB)
  const event = signed(`${' '.repeat(8 * MB)}{}`)
  // The thread works on it for as long as a hundred of the bodies take.
  const before = reader.read(`[${'"a",'.repeat(8_000_000)}1]`)

  const answers = await Promise.all([event, event, event].map(reader.check))
  expect(await before).toBeNull()

  expect(answers.map(({ kind }) => kind).toSorted()).toEqual(['checked', 'unread', 'unread'])
  const names = answers.map((answer) => 'digest' in answer && answer.digest)
  expect(new Set(names).size).toBe(1)
  expect(await reader.check(event)).toMatchObject({ kind: 'checked' })
})

test('an event that was stored unread is read by its job, counts for its sender, and is known again', async () => {
  const { sql, database, settle } = testServer()
  const { member, person, githubId } = await connected()
  const owner = { login: person.login, id: githubId }
  await link(member, owner.login, 'tide-tables')
  const body = JSON.stringify({ ...pushBy(githubId, owner), pad: ' '.repeat(300_000) })
  const deliver = (events: ReturnType<typeof readerFor>) =>
    receiveEvent(
      { db: database(), events, webhookSecrets: [testServer().github.app.webhookSecret] },
      { body: Buffer.from(body), signature: signature(body), name: 'push' },
    )

  const outcomes = [await deliver(readerFor(0)), await deliver(readerFor(10 * MB))]
  await settle()

  expect(outcomes).toEqual(['new', 'known'])
  expect(
    await sql(
      `select event_name, object_id, body, body_note from ops.webhook_events
        where processed_at is not null`,
    ),
  ).toEqual([{ event_name: 'push', object_id: String(githubId), body: '{}', body_note: 'size' }])
  expect(
    await sql(`select bytes::int as bytes from ops.webhook_bytes where sender = $1`, [
      String(githubId),
    ]),
  ).toEqual([{ bytes: Buffer.byteLength(body) }])
  expect(
    await sql('select commit_message from public.push_records where user_id = $1', [member.id]),
  ).toEqual([{ commit_message: 'Second' }])
})

function readerFor(mostWaitingBytes: number) {
  const reader = openEventReader(openLog({ level: 'silent' }), mostWaitingBytes)
  onTestFinished(() => reader.stop())

  return reader
}

function signed(text: string) {
  const body = Buffer.from(text)
  const digits = createHmac('sha256', 'a').update(body).digest('hex')

  return { body, secrets: ['a'], signature: `sha256=${digits}` }
}
