// Over both databases: parallel replies wait for each other's locks.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { addRow } from '#test/add-row.ts'
import type { TestMember } from '#test/new-member.ts'
import { said, startAdminServer } from './admin-server.ts'

type Server = Awaited<ReturnType<typeof startAdminServer>>

const HOSTILE_TITLE = 'Dark\r\nBcc: all@evil.example\r\n\r\n<b>theme</b>'

test('a reply reaches the sender in their language, is kept, and marks the item as answered', async () => {
  const server = await startAdminServer()
  const [admin, sender] = [await server.newAdmin(), await server.member()]
  await server.sql(`update public.users set language = 'es' where id = $1`, [sender.id])
  const id = await addFeedback(server, sender, { title: 'Tema', description: 'Más oscuro' })

  const answer = await reply(server, admin, id, { text: '  Hola.\n\nYa está hecho.  ' })

  const mail = await server.mailTo(sender.email)
  expect(answer).toEqual({ status: 200, body: { success: true } })
  expect(mail.subject).toBe('Nuestra respuesta: Tema')
  expect(mail.text).toContain('Hola.\n\nYa está hecho.')
  expect(mail.text).toContain('Más oscuro')
  expect(await storedOf(server, id)).toEqual({
    status: 'answered',
    replies: [{ author_id: admin.id, body: 'Hola.\n\nYa está hecho.' }],
  })
  expect(await linesAbout(server, id)).toEqual([
    { actor_id: admin.id, action: 'feedback_replied', details: {} },
  ])
})

test('what an admin or a sender typed is neither markup nor a header', async () => {
  const server = await startAdminServer()
  const [admin, sender] = [await server.newAdmin(), await server.member()]
  const id = await addFeedback(server, sender, {
    title: HOSTILE_TITLE,
    description: '<script>alert(1)</script>',
  })

  await reply(server, admin, id, { text: '<img src=x onerror=alert(1)>\r\nBcc: all@evil.example' })

  const mail = await server.mailTo(sender.email)
  expect(mail.subject).toBe('Our reply: Dark Bcc: all@evil.\u200bexample <b>theme</b>')
  expect(mail.headers).not.toHaveProperty('bcc')
  expect(mail.html).toContain('&lt;img src=x onerror=alert(1)&gt;<br>Bcc: all@evil.example')
  expect(mail.html).not.toMatch(/<(img|script|b)\b/)
  expect(await server.mailsTo('all@evil.example')).toEqual([])
})

test('parallel and repeated calls send one mail, and leave one reply and one line', async () => {
  const server = await startAdminServer()
  const [admin, sender] = [await server.newAdmin(), await server.member()]
  const id = await addFeedback(server, sender)
  const replyId = randomUUID()

  const answers = await Promise.all(
    [1, 2, 3, 4].map(() => reply(server, admin, id, { replyId: replyId.toUpperCase() })),
  )
  const repeated = await reply(server, admin, id, { replyId, repliesSeen: 1 })

  expect([...answers, repeated].map(said)).toEqual(['200', '200', '200', '200', '200'])
  expect(await server.mailsTo(sender.email)).toHaveLength(1)
  expect((await storedOf(server, id)).replies).toHaveLength(1)
  expect(await linesAbout(server, id)).toHaveLength(1)
})

test('of two different replies at once, the second is told about the first', async () => {
  const server = await startAdminServer()
  const [one, other] = [await server.newAdmin(), await server.newAdmin()]
  const sender = await server.member()
  const id = await addFeedback(server, sender)

  const answers = await Promise.all([
    reply(server, one, id, { text: 'From one' }),
    reply(server, other, id, { text: 'From the other' }),
  ])
  const second = await reply(server, one, id, { repliesSeen: 1 })

  expect(answers.map(said).sort()).toEqual(['200', '409 changed_meanwhile'])
  expect(said(second)).toBe('200')
  expect(await server.mailsTo(sender.email)).toHaveLength(2)
})

test('an id that already belongs to another reply sends nothing', async () => {
  const server = await startAdminServer()
  const [admin, sender] = [await server.newAdmin(), await server.member()]
  const [first, second] = [await addFeedback(server, sender), await addFeedback(server, sender)]
  const replyId = randomUUID()
  await reply(server, admin, first, { replyId, text: 'One' })

  const answers = [
    await reply(server, admin, first, { replyId, text: 'Another text', repliesSeen: 1 }),
    await reply(server, admin, second, { replyId, text: 'One' }),
  ]

  expect(answers.map(said)).toEqual(['409 changed_meanwhile', '409 changed_meanwhile'])
  expect(await server.mailsTo(sender.email)).toHaveLength(1)
})

test('the address is the sender’s confirmed one, whatever a caller sends', async () => {
  const server = await startAdminServer()
  const [admin, sender] = [await server.newAdmin(), await server.member()]
  const unconfirmed = await server.member()
  await server.sql('update auth.users set email_confirmed_at = null where id = $1', [
    unconfirmed.id,
  ])
  const elsewhere = { to: 'else@example.test', email: 'else@example.test' }

  const answers = [
    await reply(server, admin, await addFeedback(server, sender), elsewhere),
    await reply(server, admin, await addFeedback(server, null), elsewhere),
    await reply(server, admin, await addFeedback(server, unconfirmed), elsewhere),
  ]

  expect(answers.map(said)).toEqual(['200', '409 sender_unreachable', '409 sender_unreachable'])
  expect(await server.mailsTo('else@example.test')).toEqual([])
  expect(await server.mailsTo(unconfirmed.email)).toEqual([])
  expect(await server.mailsTo(sender.email)).toHaveLength(1)
})

test('a resolved item stays resolved; a deleted one has no reply; empty and long texts are refused', async () => {
  const server = await startAdminServer()
  const [admin, sender] = [await server.newAdmin(), await server.member()]
  const resolved = await addFeedback(server, sender, { status: 'resolved' })
  const deleted = await addFeedback(server, sender, { deleted_at: new Date() })

  const answers = [
    await reply(server, admin, resolved),
    await reply(server, admin, deleted),
    await reply(server, admin, resolved, { text: ' \n ', repliesSeen: 1 }),
    await reply(server, admin, resolved, { text: 'x'.repeat(5001), repliesSeen: 1 }),
    await reply(server, admin, resolved, { text: 'a\0b', repliesSeen: 1 }),
    await reply(server, admin, resolved, { repliesSeen: -1 }),
  ]

  expect(answers.map(said)).toEqual([
    '200',
    '404 feedback_not_found',
    '400 validation_failed',
    '400 validation_failed',
    '400 validation_failed',
    '400 validation_failed',
  ])
  expect((await storedOf(server, resolved)).status).toBe('resolved')
})

test('one person gets ten replies a day, and a refused reply leaves nothing', async () => {
  const server = await startAdminServer({ env: { AUTH_RATE_LIMIT_FACTOR: '1' } })
  const [admin, sender] = [await server.newAdmin(), await server.member()]
  const ids = await Promise.all(Array.from({ length: 11 }, () => addFeedback(server, sender)))

  const answers: string[] = []
  for (const id of ids) answers.push(said(await reply(server, admin, id)))

  expect(answers).toEqual([...Array(10).fill('200'), '429 over_request_rate_limit'])
  expect(await server.mailsTo(sender.email)).toHaveLength(10)
  expect(await storedOf(server, ids.at(-1) ?? '')).toEqual({ status: 'new', replies: [] })
})

const addFeedback = (server: Server, sender: TestMember | null, row: object = {}) =>
  server
    .sql(`insert into public.feedback_categories (code) values ('bug') on conflict do nothing`)
    .then(() =>
      addRow(server.sql, 'user_feedback', {
        user_id: sender?.id ?? null,
        feedback_category: 'bug',
        description: 'x',
        ...row,
      }),
    )

async function reply(server: Server, { token }: TestMember, feedbackId: string, body: object = {}) {
  const answer = await fetch(`${server.url}/functions/v1/manage-feedback`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({
      action: 'reply',
      feedbackId,
      replyId: randomUUID(),
      text: 'Thank you',
      repliesSeen: 0,
      ...body,
    }),
  })

  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

async function storedOf(server: Server, id: string) {
  const [item] = await server.sql('select status from public.user_feedback where id = $1', [id])
  const replies = await server.sql(
    'select author_id, body from public.feedback_replies where feedback_id = $1',
    [id],
  )

  return { ...item, replies } as { status: string; replies: object[] }
}

const linesAbout = (server: Server, id: string) =>
  server.sql(
    `select actor_id, action, details from public.audit_log
      where subject_type = 'feedback' and subject_id = $1`,
    [id],
  )
