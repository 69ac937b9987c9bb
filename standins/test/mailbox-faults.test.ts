import { expect, test } from 'vitest'
import { openMailbox } from './open-mailbox.ts'
import { hand, letter } from './send-mail.ts'
import { SmtpClient } from './smtp-client.ts'

test('a mail server that refuses connections can be ordered, for as many as wanted', async () => {
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
  const third = await mailbox.send({ source: letter('Back again') })

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

  const ada = await mailbox.send({ to: 'ada@example.test', source: letter('') })
  const bob = await mailbox.send({ to: 'bob@example.test', source: letter('') })

  expect([ada.code, bob.code]).toEqual([452, 250])
})

test('a connection lost before the mail is kept loses the mail', async () => {
  const mailbox = await openMailbox()
  await mailbox.control('POST', 'faults', { method: 'SMTP', path: '/data', drop: 'before' })

  const lost = mailbox.send({ source: letter('Lost') })

  await expect(lost).rejects.toThrow('without a reply')
  expect(await mailbox.messages()).toEqual([])
})

test('a connection lost after the mail is kept makes an honest sender send it twice', async () => {
  const mailbox = await openMailbox()
  await mailbox.control('POST', 'faults', { method: 'SMTP', path: '/data', drop: 'after' })

  const unanswered = mailbox.send({ source: letter('Twice') })
  await expect(unanswered).rejects.toThrow('without a reply')
  await mailbox.send({ source: letter('Twice') })

  expect(await mailbox.messages()).toHaveLength(2)
})

test('a mail can be accepted and silently lost', async () => {
  const mailbox = await openMailbox()
  await mailbox.control('POST', 'faults', { method: 'SMTP', path: '/data', status: 250 })

  const reply = await mailbox.send({ source: letter('Gone') })

  expect(reply.code).toBe(250)
  expect(await mailbox.messages()).toEqual([])
})

test('a slow mail server is slow at each step and keeps the mail all the same', async () => {
  const mailbox = await openMailbox()
  await mailbox.control('POST', 'faults', { method: 'SMTP', path: '*', times: null, latencyMs: 5 })
  const client = await SmtpClient.greeted(mailbox.smtpUrl)

  const reply = await hand(client, { source: letter('Slowly') })

  expect(reply.code).toBe(250)
})

test('each step of a conversation is in the log of requests', async () => {
  const mailbox = await openMailbox()

  await mailbox.send({ to: 'ada@example.test', source: letter('') })
  await mailbox.send({ to: 'bounce@example.test', source: letter('') })
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
