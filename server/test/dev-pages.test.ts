import { expect, test } from 'vitest'
import { startTestServer } from './test-server.ts'

test('in development every mail can be looked at', async () => {
  const { url } = await startTestServer()
  const index = await (await fetch(`${url}/dev/mail`)).text()
  const links = [...index.matchAll(/href="([^"]+)"/g)].map(([, path]) => path)

  const statuses = await Promise.all(
    links.map(async (path) => (await fetch(`${url}${path}`)).status),
  )

  expect(links.length).toBeGreaterThan(40)
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect((await fetch(`${url}/dev/mail/no-such-mail/en`)).status).toBe(404)
})
