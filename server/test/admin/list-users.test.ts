import { expect, test } from 'vitest'
import { type Answer, said, startAdminServer } from './admin-server.ts'

test('every order leads through all pages, each person once', async () => {
  const server = await startAdminServer()
  const admin = await server.newAdmin()
  await server.sql(
    `insert into auth.users (id, aud, role, email, email_confirmed_at, last_sign_in_at)
     select gen_random_uuid(), 'authenticated', 'authenticated', 'walk-' || n || '@example.test', now(),
            case when n % 3 = 0 then now() - n / 10 * interval '1 hour' end
       from generate_series(1, 119) as n`,
  )
  await server.sql(`update public.users set created_at = date_trunc('minute', created_at)`)
  const walk = async (sort: string) => {
    const seen: string[] = []
    const sizes: number[] = []
    let after: unknown
    do {
      const { body } = await server.users(admin, {
        action: 'list',
        sort,
        ...(after ? { after } : {}),
      })
      const items = body.items as { id: string }[]
      seen.push(...items.map(({ id }) => id))
      sizes.push(items.length)
      expect(body).toMatchObject({ count: 120, isCapped: false })
      after = body.next
    } while (after)
    return { sizes, distinct: new Set(seen).size }
  }

  const whole = { sizes: [50, 50, 20], distinct: 120 }
  expect(await walk('created')).toEqual(whole)
  expect(await walk('last_sign_in')).toEqual(whole)
  expect(await walk('email')).toEqual(whole)
  expect(said(await server.users(admin, { action: 'list', after: 'nonsense' }))).toBe(
    '400 validation_failed',
  )
})

test('search finds beginnings and whole ids, and filters narrow it', async () => {
  const server = await startAdminServer()
  const admin = await server.newAdmin({ hasFactor: true, aal: 'aal2' })
  const [ann, banned] = [await server.member(), await server.member()]
  await server.sql(`update public.users set display_name = 'Ann_Marie 100%' where id = $1`, [
    ann.id,
  ])
  await server.sql(`update auth.users set banned_until = 'infinity' where id = $1`, [banned.id])
  const ids = async (filter: object) =>
    idsIn(await server.users(admin, { action: 'list', ...filter }))

  expect(await ids({ q: 'ann_m' })).toEqual([ann.id])
  expect(await ids({ q: 'annxm' })).toEqual([])
  expect(await ids({ q: 'marie' })).toEqual([])
  expect(await ids({ q: ann.email.slice(0, 12).toUpperCase() })).toEqual([ann.id])
  expect(await ids({ q: ann.id })).toEqual([ann.id])
  expect(await ids({ role: 'admin' })).toEqual([admin.id])
  expect(await ids({ status: 'banned' })).toEqual([banned.id])
  expect(await ids({ hasFactor: true })).toEqual([admin.id])
  expect(await ids({ plan: 'pro' })).toEqual([])
  expect(await ids({ plan: 'free', status: 'active', role: 'member' })).toEqual([ann.id])
  expect(await ids({ createdFrom: '2100-01-01T00:00:00Z' })).toEqual([])
})

test('an account that was emptied is found by its status and by its id, and by nothing else', async () => {
  const server = await startAdminServer()
  const [admin, subject] = [await server.newAdmin(), await server.member()]
  await server.admin(`/admin/users/${subject.id}`, {
    method: 'DELETE',
    body: { should_soft_delete: true },
  })
  const list = async (filter: object) =>
    (await server.users(admin, { action: 'list', ...filter })).body

  const deleted = await list({ status: 'deleted' })

  expect(deleted).toMatchObject({ items: [{ id: subject.id, status: 'deleted' }], count: 1 })
  expect(await list({ q: subject.id })).toMatchObject({ items: [{ id: subject.id }] })
  expect(await list({ q: subject.email })).toMatchObject({ items: [] })
  expect(await list({ status: 'active' })).toMatchObject({ items: [{ id: admin.id }] })
})

const idsIn = ({ body }: Answer) => (body.items as { id: string }[]).map(({ id }) => id)
