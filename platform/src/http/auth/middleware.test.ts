import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { AppError } from '#errors/app-error.ts'
import { timeLimit } from './middleware.ts'

test('a request past the time limit is refused, and one within it is answered', async () => {
  const app = new Hono()
    .onError((error, c) => c.text((error as AppError).code, (error as AppError).status))
    .use(timeLimit(20))
    .get('/never', () => new Promise(() => {}))
    .get('/soon', (c) => c.text('here'))

  const late = await app.request('/never')
  const soon = await app.request('/soon')

  expect([late.status, await late.text()]).toEqual([504, 'request_timeout'])
  expect([soon.status, await soon.text()]).toEqual([200, 'here'])
})
