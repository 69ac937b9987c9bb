import { expect, test } from 'vitest'
import { type Message, openMailbox } from './open-mailbox.ts'
import { mailSource } from './send-mail.ts'

test('mails are found by recipient, whatever the case, and by a part of the subject', async () => {
  const mailbox = await openMailbox()
  await mailbox.send({ to: 'Ada@example.test', source: mailSource('', { Subject: 'Confirm it' }) })
  await mailbox.send({
    to: 'Ada@example.test',
    source: mailSource('', { Subject: 'Something else' }),
  })
  await mailbox.send({ to: 'bob@example.test', source: mailSource('', { Subject: 'Confirm it' }) })

  const found = await mailbox.messages('?to=ada@EXAMPLE.test&subject=confirm')

  expect(found.map(({ to, subject }) => [to, subject])).toEqual([
    [['Ada@example.test'], 'Confirm it'],
  ])
})

test('mails come newest first, as many as wanted', async () => {
  const mailbox = await openMailbox()
  for (const Subject of ['one', 'two', 'three'])
    await mailbox.send({ source: mailSource('', { Subject }) })

  const newest = await mailbox.messages('?limit=2')

  expect(subjects(newest)).toEqual(['three', 'two'])
})

test('waiting ends when the mail comes', async () => {
  const mailbox = await openMailbox()

  const waiting = mailbox.get('/api/wait?to=late@example.test&count=2')
  await mailbox.send({ to: 'late@example.test', source: mailSource('', { Subject: 'one' }) })
  await mailbox.send({ to: 'other@example.test', source: mailSource('', { Subject: 'not this' }) })
  await mailbox.send({ to: 'late@example.test', source: mailSource('', { Subject: 'two' }) })

  expect(subjects((await (await waiting).json()) as Message[])).toEqual(['two', 'one'])
})

test('waiting for an existing mail takes no time, and for a missing one ends at the timeout', async () => {
  const mailbox = await openMailbox()
  await mailbox.send({ source: mailSource('') })

  const there = await mailbox.get('/api/wait?to=reader@example.test&timeoutMs=0')
  const missing = await mailbox.get('/api/wait?to=nobody@example.test&timeoutMs=10')

  expect(there.status).toBe(200)
  expect(missing.status).toBe(408)
  expect(await missing.json()).toEqual({ error: 'Waited 10 ms for 1 matching, found 0.' })
})

test.each(['limit=many', 'limit=-1', 'limit=1.5'])('%s is refused with a reason', async (query) => {
  const mailbox = await openMailbox()

  const reply = await mailbox.get(`/api/messages?${query}`)

  expect(reply.status).toBe(400)
  expect(await reply.json()).toEqual({ error: '"limit" must be a whole number.' })
})

test('links and codes are extracted from a mail', async () => {
  const mailbox = await openMailbox()
  await mailbox.send({
    source: mailSource(
      [
        'Your code: 123456. Or open https://app.test/confirm?token=99887766&to=/a.',
        'Order 12,345,678 of 2026-11-15, phone +4912345678, total 1234567.50.',
        'Again: 123456 (https://app.test/confirm?token=99887766&to=/a)',
      ].join('\r\n'),
      { Subject: '87654321 is your other code' },
    ),
  })

  const [message] = await mailbox.messages()

  expect(message?.codes).toEqual(['87654321', '123456'])
  expect(message?.links).toEqual(['https://app.test/confirm?token=99887766&to=/a'])
})

const subjects = (messages: Message[]) => messages.map(({ subject }) => subject)
