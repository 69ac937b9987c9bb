import { expect, test } from 'vitest'
import { movableClock } from '#clock/clock.ts'
import { deleteOldLeases, dropLease, takeLease } from '#db/leases-table.ts'
import { serverSql } from '#db/server-sql.ts'
import { recycledDatabase } from './recycled-database.ts'

const HOUR_MS = 3_600_000

test('a lease has one holder until it is dropped, ends, or the clock is set back', async () => {
  const clock = movableClock()
  const sql = serverSql(await recycledDatabase(clock))
  const take = (holder: string) => takeLease(sql, { name: 'work', holder, seconds: 60 })

  const atOnce = await Promise.all(['a', 'b', 'c', 'd'].map(take))
  const { rows } = await sql.query<{ holder: string }>('select holder from ops.leases')
  const holder = rows[0]?.holder ?? ''
  const renewed = await take(holder)
  await dropLease(sql, { name: 'work', holder: 'somebody else' })
  const kept = await take('e')
  await dropLease(sql, { name: 'work', holder })
  const dropped = await take('e')
  clock.moveTo(61_000)
  const ended = await take('f')
  clock.moveTo(30_000)
  const setBackABit = await take('g')
  clock.moveTo(-2 * HOUR_MS)
  const setBack = await take('g')
  clock.moveTo(HOUR_MS)
  await deleteOldLeases(sql)

  expect(atOnce.filter(Boolean)).toHaveLength(1)
  expect({ renewed, kept, dropped, ended, setBackABit, setBack }).toEqual({
    renewed: true,
    kept: false,
    dropped: true,
    ended: true,
    setBackABit: false,
    setBack: true,
  })
  expect((await sql.query('select from ops.leases')).rowCount).toBe(0)
})
