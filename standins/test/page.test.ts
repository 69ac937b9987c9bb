import { expect, test } from 'vitest'
import { openTill } from './example-standin.ts'

test('every page says that it is a local stand-in, and escapes what it shows', async () => {
  const till = await openTill()
  const name = '"><script>alert(1)</script>'

  const reply = await till.get(`/hello?name=${encodeURIComponent(name)}`)
  const page = await reply.text()

  expect(page).toContain('Local stand-in')
  expect(page).toContain('Plays a till.')
  expect(page).not.toContain('<script>alert')
  expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(reply.headers.get('content-security-policy')).toContain(
    "form-action 'self' http://127.0.0.1:3000;",
  )
})

test('the control page shows clock, faults and requests, and nothing of it as markup', async () => {
  const till = await openTill()
  await till.control('POST', 'faults', { path: '/<i>fault</i>', status: 500 })
  await till.get('/<i>asked</i>')

  const page = await (await till.get('/_control')).text()

  expect(page).toContain('/&lt;i&gt;fault&lt;/i&gt;')
  expect(page).not.toContain('<i>')
})
