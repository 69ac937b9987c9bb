import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { theServer, visitor } from '#db/database.ts'
import { recycledDatabase } from '#test/recycled-database.ts'

const MIB = 1024 * 1024

test('bytes of any value and length come back as they went in', async () => {
  const db = await recycledDatabase()

  for (const length of [0, 1, 255, 65_536, 3 * MIB]) {
    const bytes = randomBytes(length)
    const { rows } = await db.ask<{ data: Buffer; none: null }>(visitor, {
      text: 'select $1::bytea as data, null::bytea as none',
      values: [bytes],
      binary: true,
    })
    expect(rows[0]?.data.equals(bytes)).toBe(true)
    expect(rows[0]?.none).toBeNull()
  }
})

test('many rows of bytes keep their order', async () => {
  const db = await recycledDatabase()

  const { rows, rowCount } = await db.ask<{ data: Buffer }>(visitor, {
    text: `select decode(md5(i::text), 'hex') as data from generate_series(1, 5000) as i order by i`,
    binary: true,
  })
  const { rows: asText } = await db.ask<{ data: string }>(visitor, {
    text: 'select md5(i::text) as data from generate_series(1, 5000) as i order by i',
  })

  expect(rowCount).toBe(5000)
  expect(rows.map(({ data }) => data.toString('hex'))).toEqual(asText.map(({ data }) => data))
})

test('a binary statement that fails leaves the next ones unharmed', async () => {
  const db = await recycledDatabase()
  const failing = { text: `select decode('zz', 'hex')`, binary: true }

  for (let round = 0; round < 20; round++) {
    await expect(db.ask(theServer, failing)).rejects.toMatchObject({ code: '22023' })
    const { rows } = await db.ask(theServer, { text: `select 'ä' as word, 7 as number` })
    expect(rows).toEqual([{ word: 'ä', number: 7 }])
  }
})

test('binary and plain statements of many callers do not disturb each other', async () => {
  const db = await recycledDatabase()
  const bytes = randomBytes(MIB)

  const answers = await Promise.all(
    Array.from({ length: 30 }, async (_, i) => {
      const { rows } = await db.ask(visitor, {
        text: i % 2 ? 'select $1::bytea as value' : 'select length($1::bytea) as value',
        values: [bytes],
        binary: i % 2 === 1,
      })
      return rows[0]?.value
    }),
  )

  expect(answers.filter((one) => one === MIB)).toHaveLength(15)
  expect(answers.filter((one) => one instanceof Buffer && one.equals(bytes))).toHaveLength(15)
})
