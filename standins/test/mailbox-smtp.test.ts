import { expect, test } from 'vitest'
import { openMailbox } from './open-mailbox.ts'
import { mailSource, transmit } from './send-mail.ts'
import { asData, SmtpClient } from './smtp-client.ts'

const MEGABYTE = 1024 * 1024

test('a mail to several people is kept once, with everyone it went to', async () => {
  const mailbox = await openMailbox()

  const reply = await mailbox.send({
    from: 'bounces@example.test',
    to: ['one@example.test', 'hidden@example.test'],
    source: mailSource('Hi there', { To: 'one@example.test', Subject: 'Two of you' }),
  })

  expect(reply.code).toBe(250)
  expect(await mailbox.messages()).toEqual([
    expect.objectContaining({
      from: { name: 'Ada Sender', address: 'sender@example.test' },
      envelopeFrom: 'bounces@example.test',
      to: ['one@example.test', 'hidden@example.test'],
      subject: 'Two of you',
      text: 'Hi there\n',
    }),
  ])
})

test('a sender may sign in with any name and password', async () => {
  const mailbox = await openMailbox()
  const client = await SmtpClient.greeted(mailbox.smtpUrl)

  const reply = await client.say(`AUTH PLAIN ${btoa('\0anyone\0anything')}`)

  expect(reply.code).toBe(235)
  expect((await transmit(client, { source: mailSource('Signed in') })).code).toBe(250)
})

test('a sender may continue under STARTTLS', async () => {
  const mailbox = await openMailbox()
  const client = await SmtpClient.greeted(mailbox.smtpUrl)

  await client.startTls()
  await client.say('EHLO test.example')
  const reply = await transmit(client, { source: mailSource('Whispered') })

  expect(reply.code).toBe(250)
  expect(await mailbox.messages()).toHaveLength(1)
  client.close()
})

test('commands sent in one go are answered in order', async () => {
  const mailbox = await openMailbox()
  const client = await SmtpClient.greeted(mailbox.smtpUrl)

  client.write('MAIL FROM:<a@example.test>\r\nRCPT TO:<b@example.test>\r\nDATA\r\n')
  const replies = [await client.reply(), await client.reply(), await client.reply()]
  client.write(Buffer.concat([asData(mailSource('In one go')), Buffer.from('QUIT\r\n')]))
  replies.push(await client.reply(), await client.reply())

  expect(replies.map(({ code }) => code)).toEqual([250, 250, 354, 250, 221])
})

test('a mail of ten megabytes is refused, one a little smaller is kept', async () => {
  const mailbox = await openMailbox()
  const client = await SmtpClient.greeted(mailbox.smtpUrl)

  const tooMuch = await transmit(client, { source: mailSource('x'.repeat(10 * MEGABYTE)) })
  const enough = await transmit(client, { source: mailSource('x'.repeat(9 * MEGABYTE)) })

  expect(tooMuch.code).toBe(552)
  expect(enough.code).toBe(250)
  expect(await mailbox.messages()).toEqual([
    expect.objectContaining({ text: expect.stringMatching(/^x{100}/) }),
  ])
})

test('a mail that announces too much is refused before it is sent', async () => {
  const mailbox = await openMailbox()
  const client = await SmtpClient.greeted(mailbox.smtpUrl)

  const reply = await client.say(`MAIL FROM:<a@example.test> SIZE=${11 * MEGABYTE}`)

  expect(reply.code).toBe(552)
})

test('a connection that ends in the middle of a mail stores nothing', async () => {
  const mailbox = await openMailbox()
  const client = await SmtpClient.greeted(mailbox.smtpUrl)
  await client.say('MAIL FROM:<a@example.test>')
  await client.say('RCPT TO:<b@example.test>')
  await client.say('DATA')

  client.write('Subject: Half a m')
  client.close()
  await mailbox.send({ source: mailSource('A whole one', { Subject: 'Whole' }) })

  expect((await mailbox.messages()).map(({ subject }) => subject)).toEqual(['Whole'])
})

test('bounce addresses are refused', async () => {
  const mailbox = await openMailbox()

  const plain = await mailbox.send({ to: 'bounce@example.test', source: mailSource('') })
  const tagged = await mailbox.send({ to: 'Bounce+anything@example.test', source: mailSource('') })

  expect([plain.code, tagged.code]).toEqual([550, 550])
  expect(await mailbox.messages()).toEqual([])
})

test('a deferring address is never accepted', async () => {
  const mailbox = await openMailbox()
  const client = await SmtpClient.greeted(mailbox.smtpUrl)

  const codes = [
    await tryOnce(client, 'defer@example.test'),
    await tryOnce(client, 'defer@example.test'),
  ]

  expect(codes).toEqual([451, 451])
})

test('an address that defers twice is accepted at the third attempt, also after a restart', async () => {
  const before = await openMailbox()
  const first = await before.send({ to: 'defer+2@example.test', source: mailSource('') })
  await before.close()

  const after = await openMailbox(before.dataDir)
  const second = await after.send({ to: 'defer+2@example.test', source: mailSource('') })
  const third = await after.send({ to: 'defer+2@example.test', source: mailSource('') })

  expect([first.code, second.code, third.code]).toEqual([451, 451, 250])
})

test('a slow address is delayed and accepted', async () => {
  const mailbox = await openMailbox()

  const reply = await mailbox.send({ to: 'slow+20@example.test', source: mailSource('At last') })

  expect(reply.code).toBe(250)
})

test('the SMTP port does not answer HTTP', async () => {
  const mailbox = await openMailbox()
  const { client } = await SmtpClient.connect(mailbox.smtpUrl)

  const reply = await client.say('POST / HTTP/1.1')

  expect(reply.code).toBe(421)
})

async function tryOnce(client: SmtpClient, to: string): Promise<number> {
  await client.say('RSET')
  return (await transmit(client, { to, source: mailSource('') })).code
}
