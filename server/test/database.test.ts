import { expect, test } from 'vitest'
import { house } from '#test/house.ts'

test('a caller is seen by the database with his role and his claims', async () => {
  const { asks, member } = await house()

  const rows = await asks(member, 'select current_user as role, auth.uid() as id')

  expect(rows).toEqual([{ role: 'authenticated', id: member.id }])
})

test('a single statement sees the caller only for its own time', async () => {
  const { asks, sql, member } = await house()
  await asks(member, 'select 1')

  const rows = await sql(`select current_user as role, auth.uid() as id`)

  expect(rows).toEqual([{ role: 'gitferry_server', id: null }])
})
