import { expect, test } from 'vitest'
import { type TestMember, useBillingServer } from '#test/billing/billing-server.ts'

const server = useBillingServer()

test('an admin starts a comparison of everything, one at a time, and sees what it found', async () => {
  const { sql, plans, provider, settle } = server()
  const admin = await newAdmin()
  await sql('update public.plans set price = 5 where id = $1', [plans.monthly])
  // Otherwise the first may have ended before the second is read.
  await provider.fault({ path: '/v1/*', latencyMs: 3000, times: 1 })

  const before = await sync(admin, 'overview')
  const [started, second] = await Promise.all([sync(admin, 'reconcile'), sync(admin, 'reconcile')])
  await settle()
  const after = await sync(admin, 'overview')

  expect(before.body).toMatchObject({ isConfigured: true, isRunning: false, plansComparedAt: null })
  expect([started, second].map(({ body }) => body.code ?? 'done').sort()).toEqual([
    'already_running',
    'done',
  ])
  expect(after.body).toMatchObject({
    isRunning: false,
    plansComparedAt: expect.any(String),
    runs: [
      { scope: 'full', finishedAt: expect.any(String), seen: 0, failed: 0, error: null },
      ...((before.body.runs as object[]) ?? []),
    ],
    differences: [
      {
        planId: plans.monthly,
        plan: 'Pro Monthly',
        ours: { price: 5, interval: 'month' },
        theirs: { price: 4, interval: 'month' },
      },
    ],
  })
})

const sync = (admin: TestMember, action: string) => server().call('admin-sync', admin, { action })

async function newAdmin(): Promise<TestMember> {
  const admin = await server().newMember()
  await server().sql(`update public.users set role = 'admin' where id = $1`, [admin.id])

  return admin
}
