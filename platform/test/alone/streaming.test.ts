import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import type { Database } from '#db/database.ts'
import { sweepVersions } from '#files/sweep-versions.ts'
import { liveBytes } from '#test/storage/live-memory.ts'
import { s3ForThisFile } from '#test/storage/s3-service.ts'
import { startStorage } from '#test/storage/storage-server.ts'

const KIB = 1024
const MIB = 1024 * KIB
const PATIENCE = { timeout: 10_000 }
const service = s3ForThisFile()

test('five megabytes go up and come down as they were', async () => {
  const { bucket } = await startStorage()
  const files = await bucket()
  const bytes = randomBytes(5_000_000)

  await files.upload('raw.bin', bytes)
  await files.upload('form.bin', new Blob([bytes]))
  const raw = await files.download('raw.bin')
  const form = await files.download('form.bin')
  const info = await files.info('raw.bin')

  expect((await bytesOf(raw.data)).equals(bytes)).toBe(true)
  expect((await bytesOf(form.data)).equals(bytes)).toBe(true)
  expect(info.data).toMatchObject({ size: 5_000_000, etag: `"${md5(bytes)}"` })
})

test('five times as much needs no more memory, up or down', async () => {
  const { bucket, url, ask, service, tokenOf } = await startStorage()
  await bucket()
  const before = liveBytes()
  let peak = 0
  const watch = () => {
    peak = Math.max(peak, liveBytes() - before)
  }

  const status = await send(`${url}/object/papers/large.bin`, await tokenOf(service), 32, watch)
  const answer = await ask(service, '/object/papers/large.bin')
  let received = 0
  let watched = 0
  for await (const part of answer.body ?? []) {
    received += part.length
    if (received - watched < 4 * MIB) continue
    watch()
    watched = received
  }

  expect(status).toBe(200)
  expect(received).toBe(32 * MIB)
  expect(peak).toBeLessThan(10 * MIB)
})

test('a bucket takes and gives a large file with a part of it in memory', async () => {
  await service().clear()
  const { bucket, url, ask, service: key, tokenOf } = await startStorage({ env: service().env })
  await bucket()
  const before = liveBytes()
  let [peak, sent] = [0, 0]
  const watch = () => {
    peak = Math.max(peak, liveBytes() - before)
  }

  const status = await send(`${url}/object/papers/large.bin`, await tokenOf(key), 40, () => {
    if (++sent % 4 === 0) watch()
  })
  const answer = await ask(key, '/object/papers/large.bin')
  let received = 0
  for await (const part of answer.body ?? []) {
    if ((received + part.length) % (8 * MIB) < received % (8 * MIB)) watch()
    received += part.length
  }

  expect(status).toBe(200)
  expect(received).toBe(40 * MIB)
  expect(await service().objects()).toMatchObject([{ size: 40 * MIB }])
  expect(peak).toBeLessThan(20 * MIB)
})

test('what nobody takes is not read', async () => {
  const { bucket, url, tokenOf, service, db } = await startStorage()
  const files = await bucket()
  await files.upload('large.bin', Readable.from(zeros(24 * MIB)))
  const reads = countReads(db)
  const asking = request(`${url}/object/papers/large.bin`, {
    headers: { authorization: `Bearer ${await tokenOf(service)}` },
  })
  asking.on('error', () => {})

  asking.end()
  const [answer] = (await once(asking, 'response')) as [IncomingMessage]
  answer.pause()
  const others = await files.list()
  await expect.poll(reads.sinceLastLook, PATIENCE).toBe(0)
  asking.destroy()

  expect(others.data).toHaveLength(1)
  // What the sockets hold on both sides, and one batch ahead; the file has 24.
  expect(reads.total()).toBeLessThan(20)
})

test.each(['raw', 'form', 'chunked'])(
  'an upload cut off in the middle leaves nothing (%s)',
  async (kind) => {
    const { bucket, url, tokenOf, service, kept } = await startStorage()
    const files = await bucket()
    await files.upload('old.bin', 'what was there before')
    const whole = await kept()
    const sender = request(`${url}/object/papers/old.bin`, {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${await tokenOf(service)}`,
        'content-type': kind === 'form' ? 'multipart/form-data; boundary=x' : 'text/plain',
        ...(kind !== 'chunked' && { 'content-length': 4 * MIB }),
      },
    })
    sender.on('error', () => {})
    if (kind === 'form') sender.write(FORM_HEAD)
    sender.write(Buffer.alloc(2 * MIB + 100))
    await expect.poll(kept, PATIENCE).toMatchObject({ versions: 2 })

    sender.destroy()

    await expect.poll(kept, PATIENCE).toEqual(whole)
    expect(await (await files.download('old.bin')).data?.text()).toBe('what was there before')
  },
)

test('of two uploads to one path one wins whole', async () => {
  const { bucket, kept } = await startStorage()
  const files = await bucket()
  const contents = [randomBytes(3 * MIB), randomBytes(3 * MIB), randomBytes(3 * MIB)]

  const results = await Promise.all(contents.map((bytes) => files.upload('a.bin', bytes)))
  const winner = results.findIndex(({ error }) => error === null)
  const { data } = await files.download('a.bin')

  expect(results.filter(({ error }) => error === null)).toHaveLength(1)
  expect(
    results.filter(({ error }) => error?.message === 'The resource already exists'),
  ).toHaveLength(2)
  expect((await bytesOf(data)).equals(contents[winner] as Buffer)).toBe(true)
  expect(await kept()).toMatchObject({ versions: 1 })
})

test('of many that replace each other the last one stays, whole, and the rest is swept', async () => {
  const { bucket, kept, db, sql } = await startStorage()
  const files = await bucket()
  const contents = Array.from({ length: 6 }, () => randomBytes(MIB + 1))

  const results = await Promise.all(
    contents.map((bytes) => files.upload('a.bin', bytes, { upsert: true })),
  )
  const { data } = await files.download('a.bin')
  const left = await bytesOf(data)
  const early = await sweepVersions({ db })
  await sql(`update storage_private.versions set created_at = created_at - interval '2 hours'`)
  const stillEarly = await sweepVersions({ db })
  await sql(`update storage_private.versions set dead_at = dead_at - interval '11 minutes'`)
  const late = await sweepVersions({ db })

  expect(results.every(({ error }) => error === null)).toBe(true)
  expect(contents.some((bytes) => bytes.equals(left))).toBe(true)
  expect([early, stillEarly, late]).toEqual([0, 0, 5])
  expect(await kept()).toEqual({ versions: 1, chunks: 5 })
  expect((await files.download('a.bin')).data?.size).toBe(MIB + 1)
})

test('bytes that a dead server left behind go after an hour, a file’s own bytes never', async () => {
  const { bucket, kept, db, sql } = await startStorage()
  const files = await bucket()
  await files.upload('a.bin', 'x')
  await sql(`insert into storage_private.versions (version) values (gen_random_uuid())`)

  const early = await sweepVersions({ db })
  await sql(`update storage_private.versions set created_at = created_at - interval '61 minutes'`)
  const late = await sweepVersions({ db })

  expect([early, late]).toEqual([0, 1])
  expect(await kept()).toEqual({ versions: 1, chunks: 1 })
})

test('a removed file’s bytes stay for those who are reading them, and then go', async () => {
  const { bucket, kept, db, sql, ask, service } = await startStorage()
  const files = await bucket()
  await files.upload('a.bin', Readable.from(zeros(12 * MIB)))
  const answer = await ask(service, '/object/papers/a.bin')

  await files.remove(['a.bin'])
  await sweepVersions({ db })
  const read = (await answer.arrayBuffer()).byteLength
  await sql(`update storage_private.versions set dead_at = dead_at - interval '11 minutes'`)
  await sweepVersions({ db })

  expect(read).toBe(12 * MIB)
  expect((await files.exists('a.bin')).data).toBe(false)
  expect(await kept()).toEqual({ versions: 0, chunks: 0 })
})

const FORM_HEAD =
  '--x\r\ncontent-disposition: form-data; name=""; filename="a.bin"\r\ncontent-type: text/plain\r\n\r\n'

const bytesOf = async (blob: Blob | null) => Buffer.from(await (blob ?? new Blob([])).arrayBuffer())

const md5 = (bytes: Buffer) => createHash('md5').update(bytes).digest('hex')

function* zeros(length: number) {
  const piece = Buffer.alloc(64 * KIB)
  for (let sent = 0; sent < length; sent += piece.length) yield piece
}

/** Sends so many mebibytes, no faster than they are taken. */
async function send(url: string, token: string, mebibytes: number, watch: () => void) {
  const sender = request(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-length': mebibytes * MIB },
  })
  const answered = once(sender, 'response') as Promise<[IncomingMessage]>

  for (let sent = 0; sent < mebibytes; sent++) {
    for (const piece of zeros(MIB)) {
      if (!sender.write(piece)) await once(sender, 'drain')
    }
    if (sent % 2 === 1) watch()
  }
  sender.end()
  const [answer] = await answered
  answer.resume()
  return answer.statusCode
}

/** Counts reads and passes them on. */
function countReads(db: Database) {
  const { ask } = db
  let total = 0
  let seen = 0
  db.ask = (caller, statement, options) => {
    if (statement.binary) total++
    return ask(caller, statement, options)
  }
  onTestFinished(() => {
    db.ask = ask
  })

  return {
    total: () => total,
    sinceLastLook: () => {
      const fresh = total - seen
      seen = total
      return fresh
    },
  }
}
