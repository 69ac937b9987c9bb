// @vitest-environment happy-dom
import { expect, test } from 'vitest'

// The page that these tests run in has no configuration, so creating any client throws.
test.each([
  ['data API', () => import('#api/calls/data-api.ts')],
  ['identity', () => import('./identity-client.ts')],
  ['authorized fetch', () => import('./authorized-fetch.ts')],
])('importing the %s module creates no client', async (_name, load) => {
  await expect(load()).resolves.toBeDefined()
})
