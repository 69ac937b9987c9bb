import { openSocket } from '@app/platform/test/realtime/realtime-server.ts'
import { expect, test } from 'vitest'
import { startAdminServer } from './admin-server.ts'

test('admins hear that jobs and mails changed, of each at most once within 2 s', async () => {
  const server = await startAdminServer()
  const admin = await server.newAdmin()
  const address = `${server.url.replace(/^http/, 'ws')}/realtime/v1/websocket`
  const socket = await openSocket(address, { key: server.keys.publishable })
  const joined = await socket.join('admin', { private: true }, admin.token)
  const sendMail = async () => {
    expect((await server.sync(admin, { action: 'test_mail' })).status).toBe(200)
    await server.settle()
  }
  const heard = async (hint: string) => {
    const { topic } = await socket.next(({ payload }) => payload?.event === hint)
    return [topic, performance.now()] as const
  }

  await sendMail()
  const [mails] = await heard('mails')
  const [jobs, firstMs] = await heard('jobs')
  for (let i = 0; i < 3; i += 1) await sendMail()
  const [, secondMs] = await heard('jobs')

  expect(joined.status).toBe('ok')
  expect([mails, jobs]).toEqual(['realtime:admin', 'realtime:admin'])
  expect(secondMs - firstMs).toBeGreaterThan(1_500)
  expect(socket.received.filter(({ payload }) => payload?.event === 'jobs')).toEqual([])
})
