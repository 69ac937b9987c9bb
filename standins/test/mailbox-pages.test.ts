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
  expect(page).toContain('2 mails, 2 unread')
  expect(page).toContain('<title>(2) Inbox')
})

test('a mail is unread until it is opened, and again when wanted', async () => {
  const mailbox = await openMailbox()
  await mailbox.send({ source: mailSource('') })
  const [{ id }] = (await mailbox.messages()) as [Message]

  await mailbox.page(`/messages/${id}`)
  const opened = await mailbox.page('/')
  await press(mailbox.url, `/messages/${id}/unread`)
  const again = await mailbox.page('/')

  expect(opened).toContain('1 mail, all read')
  expect(again).toContain('1 mail, 1 unread')
})

test('a mail shows who, to whom, its codes, links, files and all views', async () => {
  const mailbox = await openMailbox()
  await mailbox.send({
    source: htmlMailSource('<p>Code 271828, <a href="https://app.test/go">go</a></p>', {
      Subject: 'Go',
    }),
  })
  const [{ id }] = (await mailbox.messages()) as [Message]

  const page = await mailbox.page(`/messages/${id}`)
  const dark = await mailbox.page(`/messages/${id}?view=html&shade=dark`)
  const text = await mailbox.page(`/messages/${id}?view=text`)
  const headers = await mailbox.page(`/messages/${id}?view=headers`)
  const source = await mailbox.page(`/messages/${id}?view=source`)

  expect(page).toContain('&lt;sender@example.test&gt;')
  expect(page).toContain('<code>271828</code>')
  expect(page).toContain(
    '<a href="https://app.test/go" target="_blank" rel="noopener noreferrer" title="https://app.test/go">',
  )
  expect(page).toContain('class="sheet light"')
  expect(dark).toContain('class="sheet dark"')
  expect(text).toContain('no text of its own')
  expect(headers).toContain('<th scope="row">Subject</th>')
  expect(source).toContain('Content-Type: text/html; charset=utf-8')
})

test('a mail without html opens with its text', async () => {
  const mailbox = await openMailbox()
  await mailbox.send({ source: mailSource('Plain words') })
  const [{ id }] = (await mailbox.messages()) as [Message]

  const page = await mailbox.page(`/messages/${id}`)

  expect(page).toContain('Plain words')
  expect(page).not.toContain('<iframe')
})

test('one mail can be deleted, or all of them', async () => {
  const mailbox = await openMailbox()
  await mailbox.send({ source: mailSource('') })
  await mailbox.send({ source: mailSource('') })
  const [{ id }] = (await mailbox.messages()) as [Message]

  const one = await press(mailbox.url, `/messages/${id}/delete`)
  const left = await mailbox.messages()
  const all = await press(mailbox.url, '/delete-all')

  expect([one.status, one.headers.get('location')]).toEqual([303, '/'])
  expect(left).toHaveLength(1)
  expect(all.status).toBe(303)
  expect(await mailbox.messages()).toEqual([])
})

test('another site cannot submit the forms', async () => {
  const mailbox = await openMailbox()
  await mailbox.send({ source: mailSource('') })

  const reply = await press(mailbox.url, '/delete-all', 'https://evil.example')

  expect(reply.status).toBe(403)
  expect(await mailbox.messages()).toHaveLength(1)
})

test('a deleted mail answers 404 with a link back', async () => {
  const mailbox = await openMailbox()

  const reply = await mailbox.get('/messages/000000000')

  expect(reply.status).toBe(404)
  expect(await reply.text()).toContain('Back to the inbox')
})

test('search looks at sender, recipient, subject and text, and wants every word', async () => {
  const mailbox = await openMailbox()
  await mailbox.send({ to: 'ada@example.test', source: mailSource('apples', { Subject: 'Fruit' }) })
  await mailbox.send({
    to: 'bob@example.test',
    source: mailSource('carrots', { Subject: 'Roots' }),
  })

  const found = await Promise.all(
    ['q=SENDER@', 'q=ada@', 'q=fruit', 'q=apples', 'q=fruit+carrots', 'to=bob@example.test'].map(
      (query) => mailbox.page(`/?${query}`),
    ),
  )

  expect(found.map((page) => /(\d) of 2 match/.exec(page)?.[1])).toEqual([
    '2',
    '1',
    '1',
    '1',
    '0',
    '1',
  ])
  expect(found[4]).toContain('Nothing matches')
})

test('among a thousand mails each page stays as small as the first', async () => {
  const mailbox = await openMailbox()
  await mailbox.control('POST', 'seed', { mails: manyMails(1_000) })

  const first = await mailbox.page('/')
  const last = await mailbox.page('/?page=20')
  const beyond = await mailbox.page('/?page=21')
  const found = await mailbox.page('/?q=number+777')
  const searched = await mailbox.page('/?q=number&page=2')

  expect([first, last, beyond, found].map(countRows)).toEqual([50, 50, 50, 1])
  expect(first).toContain('Page 1 of 20')
  expect(first).toContain('number 1000')
  expect(last).toContain('number 50<')
  expect(beyond).toContain('Page 20 of 20')
  expect(searched).toContain('href="/?q=number&amp;page=3"')
  expect(last.length).toBeLessThan(first.length * 1.1)
})

test('an open inbox is notified of each new mail', async () => {
  const mailbox = await openMailbox()
  const events = await mailbox.get('/events')
  const reader = events.body?.pipeThrough(new TextDecoderStream()).getReader()

  await mailbox.send({ source: mailSource('') })
  const heard = await reader?.read()
  await reader?.cancel()

  expect(events.headers.get('content-type')).toBe('text/event-stream')
  expect(heard?.value).toBe('event: change\ndata:\n\n')
})

test.each([
  '/_control/inbox.js',
  '/_control/mailbox.css',
  '/_control/look.css',
  '/_control/mark.svg',
])('the stand-in serves %s itself', async (path) => {
  const mailbox = await openMailbox()

  const reply = await mailbox.get(path)

  expect(reply.status).toBe(200)
  expect((await reply.text()).length).toBeGreaterThan(100)
})

const press = (url: string, path: string, origin = url) =>
  fetch(url + path, { method: 'POST', headers: { origin }, redirect: 'manual' })

const manyMails = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    from: 'sender@example.test',
    to: [`reader-${index + 1}@example.test`],
    source: mailSource('Some words', { Subject: `number ${index + 1}` }),
  }))

const countRows = (page: string) => page.split('<li class="mail').length - 1
