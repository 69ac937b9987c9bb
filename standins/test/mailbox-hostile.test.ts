import { expect, test } from 'vitest'
import { type Message, openMailbox } from './open-mailbox.ts'
import { htmlMailSource, mailSource } from './send-mail.ts'

const EVIL = `"><script>alert('x')</script><img src=x onerror=alert(1)>`

test('mail content is escaped on every page', async () => {
  const mailbox = await openMailbox()
  await mailbox.send({
    source: [
      `From: "${EVIL.replaceAll('"', '')}" <sender@example.test>`,
      `Subject: ${EVIL}`,
      `X-Evil: ${EVIL}`,
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=b',
      '',
      `--b\r\nContent-Type: text/plain\r\n\r\n${EVIL} https://example.test/?a=${EVIL}`,
      `--b\r\nContent-Type: text/html\r\n\r\n<a href='https://example.test/"onmouseover="x'>x</a>`,
      `--b\r\nContent-Type: text/plain\r\nContent-Disposition: attachment; filename="<script>.txt"\r\n\r\nx`,
      '--b--',
    ].join('\r\n'),
  })
  const [{ id }] = (await mailbox.messages()) as [Message]

  for (const path of ['/', `/?to=${encodeURIComponent(EVIL)}`, `/messages/${id}`]) {
    const page = await mailbox.page(path)
    const skeleton = page.replace(/"[^"]*"/g, '')

    expect(page).toContain('Local stand-in')
    expect(skeleton).not.toMatch(/<script|<img|<[^>]*\son\w+=/i)
  }
})

test("a mail's HTML is shown in a sandbox only", async () => {
  const mailbox = await openMailbox()
  await mailbox.send({ source: htmlMailSource('<script>alert(1)</script><p>Hello</p>') })
  const [{ id }] = (await mailbox.messages()) as [Message]

  const page = await mailbox.page(`/messages/${id}`)
  const caged = await mailbox.get(`/messages/${id}/html`)

  expect(page).toContain(`src="/messages/${id}/html" sandbox`)
  expect(page).not.toContain('<p>Hello</p>')
  expect(caged.headers.get('content-security-policy')).toMatch(
    /^sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline';/,
  )
  expect(caged.headers.get('x-content-type-options')).toBe('nosniff')
  expect(await caged.text()).toContain('<p>Hello</p>')
})

test('only web addresses become links', async () => {
  const mailbox = await openMailbox()
  await mailbox.send({
    source: htmlMailSource(
      `<a href="javascript:alert(1)">a</a> <a href="data:text/html,x">b</a> <a href="https://good.test/?a=1&amp;b=2">c</a>`,
    ),
  })

  const [{ id, links }] = (await mailbox.messages()) as [Message]
  const page = await mailbox.page(`/messages/${id}`)

  expect(links).toEqual(['https://good.test/?a=1&b=2'])
  expect(page).toContain('href="https://good.test/?a=1&amp;b=2"')
  expect(page).not.toContain('javascript:')
})

test('a folded header cannot smuggle in another one', async () => {
  const mailbox = await openMailbox()

  await mailbox.send({ source: mailSource('x', { Subject: 'Hello\r\n Bcc: victim@example.test' }) })
  const [message] = await mailbox.messages()

  expect(message?.subject).toBe('Hello Bcc: victim@example.test')
  expect(message?.headers).not.toHaveProperty('bcc')
})

test.each([
  ['nothing at all', ''],
  ['no headers', 'just some words'],
  ['a boundary that never comes', multipart('--other--')],
  ['NUL bytes', mailSource('a\0b', { Subject: 'N\0UL' })],
  ['bytes that are no UTF-8', Buffer.from([0xff, 0xfe, 0x0d, 0x0a, 0x0d, 0x0a, 0x80])],
  ['a header of a megabyte', mailSource('x', { 'X-Long': 'y'.repeat(1024 * 1024) })],
  ['headers of three megabytes', mailSource('x', { 'X-Long': 'y'.repeat(3 * 1024 * 1024) })],
  ['parts within parts without end', nested(300)],
  ['ten thousand parts', multipart(`${'--b\r\n\r\nx\r\n'.repeat(10_000)}--b--`)],
  ['broken base64', mailSource('%%%', { 'Content-Transfer-Encoding': 'base64' })],
  ['an unknown charset', mailSource('x', { 'Content-Type': 'text/plain; charset=klingon' })],
  ['a thousand open tags', htmlMailSource(`${'<style>'.repeat(50_000)}${'<'.repeat(500_000)}`)],
])('a mail with %s is kept and can be looked at', async (_, source) => {
  const mailbox = await openMailbox()

  const reply = await mailbox.send({ source })
  const [{ id }] = (await mailbox.messages()) as [Message]
  const pages = await Promise.all(
    ['/', `/messages/${id}`, `/messages/${id}?view=headers`, `/messages/${id}?view=source`].map(
      mailbox.get,
    ),
  )

  expect(reply.code).toBe(250)
  expect(pages.map(({ status }) => status)).toEqual([200, 200, 200, 200])
})

test('an unparsable mail says why and shows its source', async () => {
  const mailbox = await openMailbox()
  await mailbox.send({ source: nested(300) })

  const [{ id, problem, text }] = (await mailbox.messages()) as [Message]

  expect(problem).toMatch(/nest/i)
  expect(text).toContain('multipart/mixed')
  expect(await mailbox.page(`/messages/${id}`)).toContain('breaks the rules of its kind')
})

test('names and words of all languages arrive as they were written', async () => {
  const mailbox = await openMailbox()
  const encoded = (text: string) => `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`

  await mailbox.send({
    source: mailSource('Grüße aus Zürich 🚢\r\n', {
      From: `${encoded('Zoë Ångström')} <zoe@example.test>`,
      Subject: encoded('Überraschung für 東京'),
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Transfer-Encoding': '8bit',
    }),
  })

  expect(await mailbox.messages('?subject=東京')).toEqual([
    expect.objectContaining({
      from: { name: 'Zoë Ångström', address: 'zoe@example.test' },
      subject: 'Überraschung für 東京',
      text: expect.stringContaining('Grüße aus Zürich 🚢'),
    }),
  ])
})

function multipart(body: string): string {
  return mailSource(body, { 'MIME-Version': '1.0', 'Content-Type': 'multipart/mixed; boundary=b' })
}

function nested(depth: number): string {
  const parts = Array.from(
    { length: depth },
    (_, level) => `Content-Type: multipart/mixed; boundary=b${level}\r\n\r\n--b${level}\r\n`,
  )

  return `MIME-Version: 1.0\r\n${parts.join('')}\r\nx`
}
