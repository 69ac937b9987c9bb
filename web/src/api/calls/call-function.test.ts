// @vitest-environment happy-dom
import { listSessionsReply } from '@app/contract/account-replies'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { configScript } from '#config/config-script.ts'
import { exampleConfig } from '#config/example-config.ts'
import { callFunction, FunctionError } from './call-function.ts'

const SESSION = {
  id: 'session',
  isCurrent: true,
  kind: 'browser',
  userAgent: 'Firefox',
  ip: null,
  createdAt: '2026-05-04T12:00:00Z',
  lastUsedAt: '2026-05-04T12:00:00Z',
}

beforeEach(() => {
  document.body.innerHTML = configScript(exampleConfig)
})

afterEach(() => vi.unstubAllGlobals())

test('a reply that matches the contract is returned, without what the contract does not know', async () => {
  answer(Response.json({ sessions: [{ ...SESSION, later: 1 }], later: 1 }))

  await expect(listSessions()).resolves.toEqual({ sessions: [SESSION] })
})

test.each([
  ['a field is missing', Response.json({ sessions: [{ ...SESSION, lastUsedAt: undefined }] })],
  ['a value is unknown', Response.json({ sessions: [{ ...SESSION, kind: 'robot' }] })],
  ['there is no body', new Response()],
  ['a proxy answers with a page', new Response('<h1>Welcome</h1>')],
])('a reply is refused if %s', async (_case, response) => {
  answer(response)

  await expect(listSessions()).rejects.toMatchObject({ code: 'unexpected_reply', message: '' })
})

test('a refusal keeps its code, its message and the rest of its answer', async () => {
  answer(Response.json({ code: 'not_now', error: 'Not now', expired_at: 'x' }, { status: 409 }))

  const refusal = await listSessions().catch((error: unknown) => error)

  expect(refusal).toBeInstanceOf(FunctionError)
  expect(refusal).toMatchObject({ status: 409, code: 'not_now', message: 'Not now' })
  expect(refusal).toHaveProperty('reply.expired_at', 'x')
})

const listSessions = () => callFunction('list-sessions', listSessionsReply, { method: 'GET' })

const answer = (response: Response) => vi.stubGlobal('fetch', async () => response)
