import { expect, test } from 'vitest'
import { openExample } from './example-standin.ts'

test('every page says that it is a local stand-in, and escapes what it shows', async () => {
  const example = await openExample()
  const name = '"><script>alert(1)</script>'

  const reply = await example.get(`/hello?name=${encodeURIComponent(name)}`)
  const page = await reply.text()

  expect(page).toContain('Local stand-in')
  expect(page).toContain('Plays an example service.')
  expect(page).not.toContain('<script>alert')
  expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(reply.headers.get('content-security-policy')).toContain(
    "form-action 'self' http://127.0.0.1:3000;",
  )
})
