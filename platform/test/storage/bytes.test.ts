import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#db/database.ts'
import { BATCH_BYTES, type Bytes } from '#files/bytes.ts'
import { bytesInDatabase } from '#files/bytes-in-database.ts'
import { inBatches } from '#files/in-batches.ts'
import { sweepVersions } from '#files/sweep-versions.ts'
import { testPeople } from '#test/test-people.ts'
import { s3Bytes, s3ForThisFile } from './s3-service.ts'

const MIB = 1024 * 1024
const service = s3ForThisFile()

/** What every home of bytes has to fulfil. */
const HOMES: Record<string, (db: Database) => Bytes> = {
  database: bytesInDatabase,
  s3: (db) => s3Bytes(db, service()),
}

describe.each(Object.keys(HOMES))('bytes in the home %s', (name) => {
  beforeEach(() => service().clear())

  test.each([0, 262_145, 8 * MIB, 8 * MIB + 1])(
    '%i bytes are read as they were written, whole and copied',
    async (size) => {
      const { bytes } = await open(name)
      const content = randomBytes(size)
      const [version, copy] = [randomUUID(), randomUUID()]

      await bytes.write(version, inBatches(pieces(content)))
      await bytes.copy(version, copy, size)

      const whole = { from: 0, to: size - 1 }
      expect(digest(await readAll(bytes, version, whole))).toBe(digest(content))
      expect(digest(await readAll(bytes, copy, whole))).toBe(digest(content))
    },
  )

  test('any stretch is read, also across the borders of parts', async () => {
    const { bytes } = await open(name)
    const content = randomBytes(9 * MIB)
    const version = randomUUID()
    await bytes.write(version, inBatches(pieces(content)))

    for (const [from, to] of STRETCHES) {
      const read = await readAll(bytes, version, { from, to })
      expect(read.equals(content.subarray(from, to + 1)), `${from}-${to}`).toBe(true)
    }
  })

  test('missing bytes are told before the first piece', async () => {
    const { bytes } = await open(name)
    const version = randomUUID()
    await bytes.write(version, inBatches(pieces(randomBytes(10))))

    await expect(bytes.read(randomUUID(), { from: 0, to: 9 }).next()).rejects.toThrow(
      'The resource was not found',
    )
    await expect(readAll(bytes, version, { from: 5, to: 20 })).rejects.toThrow(
      'The resource was not found',
    )
    await expect(bytes.copy(randomUUID(), randomUUID(), 10)).rejects.toThrow(
      'The resource was not found',
    )
  })

  test('a stream that ends early leaves nothing after the clean-up', async () => {
    const { bytes, db, sql, sweep } = await open(name)
    const [small, large, kept] = [randomUUID(), randomUUID(), randomUUID()]
    await bytes.write(kept, inBatches(pieces(randomBytes(10))))
    await publish(sql, kept)

    for (const [version, size] of [
      [small, BATCH_BYTES],
      [large, 9 * MIB + 200_000],
    ] as const) {
      const cut = inBatches(cutOff(randomBytes(size)))
      await expect(bytes.write(version, cut)).rejects.toThrow('cut off')
      await bytes.discard(version)
    }
    await bytes.discard(kept)
    await sweep()

    expect(await sql('select version from storage_private.versions')).toEqual([{ version: kept }])
    expect((await readAll(bytes, kept, { from: 0, to: 9 })).length).toBe(10)
    expect(await service().uploads()).toEqual([])
    if (name === 's3') expect(await service().objects()).toHaveLength(1)
    expect(await sweepVersions({ db })).toBe(0)
  })

  test('what a server that was killed left is swept after an hour', async () => {
    const { bytes, db, sql, sweep } = await open(name)
    const version = randomUUID()
    await bytes.write(version, inBatches(pieces(randomBytes(10))))
    if (name === 's3') {
      const client = service().client()
      const id = await client.begin(version)
      await client.putPart({ key: version, id }, 1, [randomBytes(100)])
    }

    const early = await sweepVersions({ db })
    await sql(`update storage_private.versions set created_at = created_at - interval '61 minutes'`)
    const late = await sweepVersions({ db })
    await sweep()

    expect([early, late]).toEqual([0, 1])
    expect(await sql('select from storage_private.chunks')).toEqual([])
    expect([await service().objects(), await service().uploads()]).toEqual([[], []])
  })
})

const STRETCHES = [
  [0, 0],
  [262_143, 262_144],
  [BATCH_BYTES - 1, BATCH_BYTES],
  [8 * MIB - 1, 8 * MIB],
  [8 * MIB - 300_000, 8 * MIB + 300_000],
  [9 * MIB - 1, 9 * MIB - 1],
] as const

async function open(name: string) {
  const { db, sql } = await testPeople()
  const bytes = HOMES[name]?.(db) ?? bytesInDatabase(db)

  return {
    db,
    sql,
    bytes,
    sweep: async () => {
      await sql(`update storage_private.s3_deletions set due_at = due_at - interval '11 minutes'`)
      await bytes.sweep()
    },
  }
}

async function publish(
  sql: (text: string, values?: unknown[]) => Promise<unknown>,
  version: string,
) {
  await sql(`insert into storage.buckets (id, name) values ('papers', 'papers')`)
  await sql(`insert into storage.objects (bucket_id, name, version) values ('papers', 'a', $1)`, [
    version,
  ])
}

async function readAll(bytes: Bytes, version: string, stretch: { from: number; to: number }) {
  const read: Buffer[] = []
  for await (const piece of bytes.read(version, stretch)) read.push(piece)

  return Buffer.concat(read)
}

async function* pieces(content: Buffer) {
  for (let at = 0; at < content.length; at += 100_000) yield content.subarray(at, at + 100_000)
}

async function* cutOff(content: Buffer) {
  yield* pieces(content)
  throw new Error('cut off')
}

const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
