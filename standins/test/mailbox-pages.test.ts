import { expect, test } from 'vitest'
import { type Message, openMailbox } from './open-mailbox.ts'
import { htmlMailSource, mailSource } from './send-mail.ts'

test('an empty inbox says where to send mail', async () => {
  const mailbox = await openMailbox()

  const page = await mailbox.page('/')

  expect(page).toContain('No mail yet')
  expect(page).toContain(mailbox.smtpUrl.split('?')[0])
})

test('the inbox shows the newest mail first, with its code', async () => {
  const mailbox = await openMailbox()
  await mailbox.send({
    to: 'ada@example.test',
    source: mailSource('Older words', { Subject: 'Older' }),
  })
  await mailbox.send({
    to: 'bob@example.test',
    source: mailSource('Use 314159', { Subject: 'Newer' }),
  })

  const page = await mailbox.page('/')

  expect(page.indexOf('Newer')).toBeLessThan(page.indexOf('Older words'))
  expect(page).toContain('<code>314159</code>')
})

test('a mail shows who, to whom, its codes and its links', async () => {
  const mailbox = await openMailbox()
  await mailbox.send({
    source: htmlMailSource('<p>Open <a href="https://app.test/go">this</a></p>', {
      Subject: 'Code 271828',
    }),
  })
  const [{ id }] = (await mailbox.messages()) as [Message]

  const page = await mailbox.page(`/messages/${id}`)

  expect(page).toContain('&lt;sender@example.test&gt;')
  expect(page).toContain('<code>271828</code>')
  expect(page).toContain('<a href="https://app.test/go" target="_blank" rel="noopener noreferrer">')
})

test('the inbox can be narrowed to a recipient, and shows new mail by itself', async () => {
  const mailbox = await openMailbox()
  await mailbox.send({ to: 'ada@example.test', source: mailSource('', { Subject: 'For Ada' }) })
  await mailbox.send({ to: 'bob@example.test', source: mailSource('', { Subject: 'For Bob' }) })

  const whole = await mailbox.get('/')
  const narrowed = await mailbox.page('/?to=ada@example.test')

  expect(whole.headers.get('refresh')).toBe('5')
  expect(narrowed).toContain('For Ada')
  expect(narrowed).not.toContain('For Bob')
})

test('a mail without html opens with its text', async () => {
  const mailbox = await openMailbox()
  await mailbox.send({ source: mailSource('Plain words') })
  const [{ id }] = (await mailbox.messages()) as [Message]

  const page = await mailbox.page(`/messages/${id}`)

  expect(page).toContain('Plain words')
  expect(page).not.toContain('<iframe')
})

test('an unknown mail answers 404 with a link back', async () => {
  const mailbox = await openMailbox()

  const reply = await mailbox.get('/messages/000000000')

  expect(reply.status).toBe(404)
  expect(await reply.text()).toContain('Back to the inbox')
})

test.each(['/_control/look.css', '/_control/mark.svg'])(
  'the stand-in serves %s itself',
  async (path) => {
    const mailbox = await openMailbox()

    const reply = await mailbox.get(path)

    expect(reply.status).toBe(200)
    expect((await reply.text()).length).toBeGreaterThan(100)
  },
)
