import { expect, test } from 'vitest'
import { openMailbox } from './open-mailbox.ts'
import { mailSource, transmit } from './send-mail.ts'
import { SmtpClient } from './smtp-client.ts'

test('a fault can refuse SMTP connections, for a number of them', async () => {
  const mailbox = await openMailbox()
  await mailbox.control('POST', 'faults', {
    method: 'SMTP',
    path: '/connect',
    times: 2,
    drop: 'before',
  })

  const tries = await Promise.allSettled([
    SmtpClient.connect(mailbox.smtpUrl),
    SmtpClient.connect(mailbox.smtpUrl),
  ])
  const third = await mailbox.send({ source: mailSource('Back again') })

  expect(tries.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(third.code).toBe(250)
})

test('a mail server that is too busy says so before anything else', async () => {
  const mailbox = await openMailbox()
  await mailbox.control('POST', 'faults', { method: 'SMTP', path: '/connect', status: 421 })

  const { greeting } = await SmtpClient.connect(mailbox.smtpUrl)

  expect(greeting.code).toBe(421)
})

test('a password can be refused', async () => {
  const mailbox = await openMailbox()
  await mailbox.control('POST', 'faults', { method: 'SMTP', path: '/auth', status: 535 })
  const client = await SmtpClient.greeted(mailbox.smtpUrl)

  const reply = await client.say(`AUTH PLAIN ${btoa('\0anyone\0anything')}`)

  expect(reply.code).toBe(535)
})

test('a single recipient can be refused, others are reached', async () => {
  const mailbox = await openMailbox()
  await mailbox.control('POST', 'faults', {
    method: 'SMTP',
    path: '/rcpt/ada@*',
    times: null,
    status: 452,
  })

  const ada = await mailbox.send({ to: 'ada@example.test', source: mailSource('') })
  const bob = await mailbox.send({ to: 'bob@example.test', source: mailSource('') })

  expect([ada.code, bob.code]).toEqual([452, 250])
})

test('a connection dropped before the mail is stored loses the mail', async () => {
  const mailbox = await openMailbox()
  await mailbox.control('POST', 'faults', { method: 'SMTP', path: '/data', drop: 'before' })

  const lost = mailbox.send({ source: mailSource('Lost') })

  await expect(lost).rejects.toThrow('without a reply')
  expect(await mailbox.messages()).toEqual([])
})

test('a connection dropped after the mail is stored makes a sender send it twice', async () => {
  const mailbox = await openMailbox()
  await mailbox.control('POST', 'faults', { method: 'SMTP', path: '/data', drop: 'after' })

  const unanswered = mailbox.send({ source: mailSource('Twice') })
  await expect(unanswered).rejects.toThrow('without a reply')
  await mailbox.send({ source: mailSource('Twice') })

  expect(await mailbox.messages()).toHaveLength(2)
})

test('a mail can be accepted and silently lost', async () => {
  const mailbox = await openMailbox()
  await mailbox.control('POST', 'faults', { method: 'SMTP', path: '/data', status: 250 })

  const reply = await mailbox.send({ source: mailSource('Gone') })

  expect(reply.code).toBe(250)
  expect(await mailbox.messages()).toEqual([])
})

test('a slow mail server is slow at each step and keeps the mail all the same', async () => {
  const mailbox = await openMailbox()
  await mailbox.control('POST', 'faults', { method: 'SMTP', path: '*', times: null, latencyMs: 5 })
  const client = await SmtpClient.greeted(mailbox.smtpUrl)

  const reply = await transmit(client, { source: mailSource('Slowly') })

  expect(reply.code).toBe(250)
})

test('each SMTP step is in the request log', async () => {
  const mailbox = await openMailbox()

  await mailbox.send({ to: 'ada@example.test', source: mailSource('') })
  await mailbox.send({ to: 'bounce@example.test', source: mailSource('') })
  const log = (await (await mailbox.get('/_control/requests')).json()) as {
    path: string
    status: number
  }[]

  expect(log.toReversed().map(({ path, status }) => `${path} ${status}`)).toEqual([
    '/connect 250',
    '/mail/sender@example.test 250',
    '/rcpt/ada@example.test 250',
    '/data 250',
    '/connect 250',
    '/mail/sender@example.test 250',
    '/rcpt/bounce@example.test 550',
  ])
})
