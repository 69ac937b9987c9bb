import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { movableClock } from '#clock/clock.ts'
import type { PlatformConfig } from '#config/platform-config.ts'
import { serviceRole, theServer } from '#db/database.ts'
import { sweepVersions } from '#files/sweep-versions.ts'
import { freePort } from '#test/databases/free-port.ts'
import { freshLocation, openLocation } from '#test/fresh-database.ts'
import { runPlatform } from '#test/programs/run-command.ts'
import { s3Bytes, s3ForThisFile } from '#test/storage/s3-service.ts'
import { PNG, startStorage, storageClient, tokenOf } from '#test/storage/storage-server.ts'
import { startTestServer } from '#test/test-server.ts'
import { startProxy } from './proxy.ts'

const MIB = 1024 * 1024
const SECRET = 'a secret for tests, at least 32 characters long'
const service = s3ForThisFile()

beforeEach(() => service().clear())

test('the official client does with files in a bucket what it does with others', async () => {
  const { bucket, kept, member, clientOf } = await start()
  const files = await bucket()
  const others = (await clientOf(member)).from('papers')

  await files.upload('a/one.png', PNG, { contentType: 'image/png', metadata: { x: 1 } })
  await files.upload('a/two.bin', Readable.from(pieces(randomBytes(9 * MIB))))
  const copied = await files.copy('a/one.png', 'b/three.png')
  const moved = await files.move('a/one.png', 'b/one.png')
  const { data: one } = await files.download('b/one.png')
  const { data: link } = await files.createSignedUrl('b/three.png', 60)
  const ranged = await fetch(link?.signedUrl ?? '', { headers: { range: 'bytes=1-3' } })
  const hidden = await others.download('b/one.png')
  const { data: list } = await files.list('b')
  const info = await files.info('b/one.png')
  await files.remove(['a/two.bin'])

  expect([copied.error, moved.error]).toEqual([null, null])
  expect(await bytesOf(one)).toEqual(PNG)
  expect([ranged.status, await ranged.text()]).toEqual([206, 'PNG'])
  expect(hidden.error).toMatchObject({ message: 'Object not found' })
  expect(list?.map(({ name }) => name)).toEqual(['one.png', 'three.png'])
  expect(info.data).toMatchObject({
    size: PNG.length,
    contentType: 'image/png',
    metadata: { x: 1 },
  })
  expect(await kept()).toEqual({ versions: 3, chunks: 0 })
  // By random keys, never by names.
  for (const { key } of await service().objects()) expect(key).toMatch(/^[0-9a-f-]{36}$/)
})

test('what is removed or replaced leaves the bucket once nobody can be reading it', async () => {
  const { bucket, sweep, ask, sql, member, service: key } = await start()
  const files = await bucket()
  const content = randomBytes(12 * MIB)
  await files.upload('a.bin', Readable.from(pieces(content)))
  await files.upload('b.bin', 'first')
  const answer = await ask(key, '/object/papers/a.bin')

  await files.remove(['a.bin'])
  await files.upload('b.bin', 'second', { upsert: true })
  await files.upload('c.bin', 'of a member')
  await sql(`update storage.objects set owner_id = $1 where name = 'c.bin'`, [member.id])
  await sql('delete from auth.users where id = $1', [member.id])
  const early = await sweep('1 minute')
  const read = Buffer.from(await answer.arrayBuffer())
  const late = await sweep('11 minutes')

  expect(read.equals(content)).toBe(true)
  // The member's file goes with the account.
  expect([early, late]).toEqual([1, 2])
  expect(await service().objects()).toMatchObject([{ size: 'second'.length }])
})

test('of two uploads to one path one wins whole, and the other leaves nothing', async () => {
  const { bucket, sweep } = await start()
  const files = await bucket()
  const contents = [randomBytes(9 * MIB), randomBytes(9 * MIB)]

  const results = await Promise.all(
    contents.map((bytes) => files.upload('a.bin', Readable.from(pieces(bytes)))),
  )
  const winner = results.findIndex(({ error }) => error === null)
  const { data } = await files.download('a.bin')
  await sweep('11 minutes')

  expect(results.map(({ error }) => error?.message ?? 'won').sort()).toEqual([
    'The resource already exists',
    'won',
  ])
  expect((await bytesOf(data)).equals(contents[winner] as Buffer)).toBe(true)
  expect(await service().objects()).toHaveLength(1)
})

test.each([
  ['refuses every call', { status: 503, body: '', times: null }, [503, 503]],
  ['drops every connection', { drop: 'before', times: null }, [503, 503]],
  ['never answers', { latencyMs: 60_000, times: null }, [503, 503]],
  ['stores, but loses every answer', { method: 'PUT', drop: 'after', times: null }, [503, 503]],
  [
    'fails from the second call on',
    { method: 'PUT', nth: 2, times: null, status: 500 },
    [200, 503],
  ],
  ['fails twice', { method: 'PUT', times: 2, status: 500 }, [200, 200]],
  ['assembles, but loses the answer', { method: 'POST', nth: 2, drop: 'after' }, [200, 200]],
])('while the service %s an upload is whole or absent', async (_what, fault, expected) => {
  const { bucket, sweep, upload, kept } = await start(
    'latencyMs' in fault ? { adjust: withShortSilence } : {},
  )
  const files = await bucket()
  await service().fault(fault)

  const answers = [await upload('small.bin', MIB), await upload('large.bin', LARGE)]
  const visible = (await files.list()).data?.map(({ name }) => name)
  await service().mend()
  const again = await upload('large.bin', LARGE)
  await sweep('11 minutes')

  const stored = ['small.bin', 'large.bin'].filter((_, at) => expected[at] === 200)
  expect(answers.map(({ status }) => status)).toEqual(expected)
  for (const { status, headers, body } of answers) {
    if (status === 200) continue
    expect(headers['retry-after']).toBe('5')
    expect(body).toMatchObject({ statusCode: '503', code: 'SlowDown' })
  }
  expect(visible).toEqual(stored.toSorted())
  expect(again.status).toBe(stored.includes('large.bin') ? 400 : 200)
  // Every object belongs to a file, and nothing is unfinished.
  expect(await service().uploads()).toEqual([])
  expect(await service().objects()).toHaveLength((await kept())?.versions ?? -1)
})

test('a service that is away or refuses us is 503 for downloads, and nothing else fails', async () => {
  const { bucket, ask, service: key, logged } = await start()
  const files = await bucket('papers', { public: true })
  await files.upload('a.bin', randomBytes(2 * MIB))
  const download = () => ask(key, '/object/papers/a.bin')

  await service().fault({ drop: 'before', times: null })
  const away = await download()
  const head = await files.exists('a.bin')
  await service().mend()
  await service().control('PUT', 'keys', { accessKey: 'ANOTHER', secretKey: 'other' })
  const refused = await download()
  const { error } = await files.upload('b.bin', 'x')
  await service().control('PUT', 'keys', {
    accessKey: service().env.FILES_ACCESS_KEY,
    secretKey: service().env.FILES_SECRET_KEY,
  })
  const back = await download()

  expect([away.status, away.headers.get('retry-after')]).toEqual([503, '5'])
  expect(head.data).toBe(true)
  expect(refused.status).toBe(503)
  expect(error).toMatchObject({ status: 503, statusCode: '503' })
  expect([back.status, (await back.arrayBuffer()).byteLength]).toEqual([200, 2 * MIB])
  // The operator reads why; neither key nor signature is told to anybody.
  expect(logged.join('')).toContain('403 InvalidAccessKeyId')
  expect(logged.join('')).not.toMatch(/Signature=|gitferry-local-secret-key/)
})

test('a download that the service cuts off goes on where it ended', async () => {
  let [passed, cuts] = [0, 0]
  const proxied = await cuttingProxy((bytes) => {
    passed += bytes
    if (passed < 700_000 || cuts === 3) return false
    passed = 0
    cuts += 1
    return true
  })
  const { bucket } = await start({ env: { FILES_URL: proxied } })
  const files = await bucket()
  const content = randomBytes(3 * MIB)
  await files.upload('a.bin', content)

  const { data } = await files.download('a.bin')

  expect(cuts).toBe(3)
  expect((await bytesOf(data)).equals(content)).toBe(true)
})

test('a download that stays cut off ends the connection, and is never taken for whole', async () => {
  let isCut = false
  let passed = 0
  const proxied = await cuttingProxy((bytes) => {
    if (isCut) passed += bytes
    return passed > 1_000_000
  })
  const { bucket, ask, service: key } = await start({ env: { FILES_URL: proxied } })
  const files = await bucket()
  await files.upload('a.bin', randomBytes(3 * MIB))
  isCut = true

  const answer = await ask(key, '/object/papers/a.bin')

  expect(answer.status).toBe(200)
  await expect(answer.arrayBuffer()).rejects.toThrow()
})

test('a clock that is twenty minutes off is set right by the service’s answers', async () => {
  const clock = movableClock()
  clock.moveTo(20 * 60_000)
  const { bucket, logged } = await start({ clock })
  const files = await bucket('papers', { public: false })

  const { error } = await files.upload('a.txt', 'text')
  const { data } = await files.download('a.txt')

  expect(error).toBeNull()
  expect(await data?.text()).toBe('text')
  expect(logged.filter((line) => line.includes('clock differs'))).toHaveLength(1)
})

test('files of both homes are read, copied and replaced side by side', async () => {
  const before = await start({ env: { FILES_HOME: 'database' } })
  const old = await before.bucket()
  await old.upload('old.png', PNG)
  await old.upload('older.bin', randomBytes(2 * MIB))
  const server = await startTestServer({
    db: before.db,
    env: { JWT_SECRET: SECRET, ...service().env },
  })
  const files = (await storageClient(server.url, before.service)).from('papers')

  const { data: read } = await files.download('old.png')
  await files.copy('older.bin', 'copy.bin')
  await files.upload('new.bin', 'new')
  const back = await old.copy('new.bin', 'back.bin')
  await files.upload('old.png', JPEG_LIKE, { upsert: true })

  expect(await bytesOf(read)).toEqual(PNG)
  expect(back.error).toBeNull()
  expect((await old.download('copy.bin')).data?.size).toBe(2 * MIB)
  expect(await (await old.download('back.bin')).data?.text()).toBe('new')
  expect(await bytesOf((await old.download('old.png')).data)).toEqual(JPEG_LIKE)
  expect(await service().objects()).toHaveLength(3)
})

test('public files are served by the service itself where that is wanted', async () => {
  const { bucket, url, storage } = await start({ env: { FILES_REDIRECT: 'true' } })
  const open = await bucket('open', { public: true })
  const closed = await bucket('closed')
  const type = { contentType: 'text/html', cacheControl: '60' }
  await open.upload('a.html', Buffer.from('<p>text'), type)
  await closed.upload('a.html', Buffer.from('<p>text'), type)
  const { publicUrl } = storage.from('open').getPublicUrl('a.html').data

  const led = await fetch(publicUrl, { redirect: 'manual' })
  const read = await fetch(publicUrl)
  const head = await fetch(publicUrl, { method: 'HEAD', redirect: 'manual' })
  const etag = head.headers.get('etag') ?? ''
  const fresh = await fetch(publicUrl, { headers: { 'if-none-match': etag } })
  const notOpen = await fetch(`${url}/object/public/closed/a.html`, { redirect: 'manual' })
  const own = await closed.download('a.html')

  expect([led.status, led.headers.get('cache-control')]).toEqual([302, 'public, max-age=30'])
  expect(new URL(led.headers.get('location') ?? '').searchParams.get('X-Amz-Expires')).toBe('60')
  expect(await read.text()).toBe('<p>text')
  expect(Object.fromEntries(read.headers)).toMatchObject({
    'content-type': 'text/plain',
    'cache-control': 'public, max-age=60',
  })
  expect([head.status, fresh.status, notOpen.status]).toEqual([200, 304, 400])
  expect(await own.data?.text()).toBe('<p>text')
})

test('a server that was killed in the middle of an upload leaves nothing', async () => {
  const location = await freshLocation()
  if (location.kind !== 'postgres') throw new Error('This is about PostgreSQL')
  const env = {
    PORT: String(await freePort()),
    PUBLISHABLE_KEY: 'sb_publishable_0123456789abcdefghij',
    JWT_SECRET: SECRET,
    ...service().env,
  }
  const { url, kill } = await runPlatform(['--db-uri', location.url], env)
  const { storage, db, sql, sweepIn } = await over(location)
  await (await storage(url)).createBucket('papers')
  const sender = request(`${url}/storage/v1/object/papers/a.bin`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await tokenOf(serviceRole)}`, 'content-length': 40 * MIB },
  })
  sender.on('error', () => {})
  sender.write(Buffer.alloc(20 * MIB))
  await expect.poll(async () => (await service().uploads())[0]?.parts, LONG).toBe(2)

  await kill()
  const left = await sql('select s3_key from storage_private.versions')
  const visible = await sql('select from storage.objects')
  await sql(`update storage_private.versions set created_at = created_at - interval '61 minutes'`)
  const swept = await sweepVersions({ db })
  await sweepIn('11 minutes')

  expect([left.length, visible.length, swept]).toEqual([1, 0, 1])
  expect(await service().uploads()).toEqual([])
  expect(await sql('select from storage_private.s3_deletions')).toEqual([])
})

test.each([
  [
    'a bucket that does not exist',
    { FILES_URL: (url: string) => url.replace('gitferry-local', 'nothing-here') },
    'FILES_URL: there is no bucket nothing-here at http',
  ],
  [
    'a wrong secret',
    { FILES_SECRET_KEY: () => 'another' },
    'FILES_ACCESS_KEY and FILES_SECRET_KEY are not those of the bucket gitferry-local',
  ],
  [
    'a wrong region',
    { FILES_URL: (url: string) => url.replace('region=local', 'region=eu-west-1') },
    'cannot be used (s3: answered 400 AuthorizationHeaderMalformed). Are region, endpoint',
  ],
])('%s is refused at the start in one sentence', async (_what, changes, message) => {
  const { env } = service()
  const changed = Object.fromEntries(
    Object.entries(changes).map(([name, change]) => [name, change(env[name as keyof typeof env])]),
  )

  await expect(startTestServer({ env: { ...env, ...changed } })).rejects.toThrow(message)
})

test('a service that is away at the start is waited for; files in it are not forgotten', async () => {
  const { bucket, db } = await start()
  await (await bucket()).upload('a.txt', 'text')
  await service().fault({ drop: 'before', times: null })

  const other = await startTestServer({ db, env: { JWT_SECRET: SECRET, ...service().env } })
  const without = startTestServer({ db, env: { JWT_SECRET: SECRET } })

  await expect(without).rejects.toThrow('Files of this database are in an S3 bucket: set FILES_URL')
  expect(other.logged.join('')).toContain('S3 service away at the start')
  expect((await fetch(`${other.url}/readyz`)).status).toBe(200)
})

/** The database of a server that runs as a program. */
async function over(location: Awaited<ReturnType<typeof freshLocation>>) {
  const db = await openLocation(location, onTestFinished)
  const sql = async (text: string, values: unknown[] = []) =>
    (await db.ask(theServer, { text, values })).rows

  return {
    db,
    sql,
    sweepIn: async (time: string) => {
      await sql(`update storage_private.s3_deletions set due_at = due_at - $1::interval`, [time])
      await s3Bytes(db, service()).sweep()
    },
    storage: (url: string) => storageClient(url, serviceRole),
  }
}

/** Two parts. All of it has arrived before the first one is sent. */
const LARGE = 8 * MIB + 1000
const LONG = { timeout: 15_000 }
const JPEG_LIKE = Buffer.from('ffd8ffe0', 'hex')

type Options = Parameters<typeof startStorage>[0]

/** A server with its files in the bucket. */
async function start({ env = {}, ...options }: NonNullable<Options> = {}) {
  const storage = await startStorage({
    ...options,
    env: { ...service().env, ...env },
  })

  return {
    ...storage,
    /** As if so much time had passed. Returns how many objects were removed. */
    sweep: async (time: string) => {
      await storage.sql(`update storage_private.versions set dead_at = dead_at - $1::interval`, [
        time,
      ])
      await sweepVersions({ db: storage.db })
      await storage.sql(`update storage_private.s3_deletions set due_at = due_at - $1::interval`, [
        time,
      ])
      return storage.files.bytes.sweep()
    },
    upload: async (name: string, size: number) =>
      send(`${storage.url}/object/papers/${name}`, await tokenOf(storage.service), size),
  }
}

/** It gives a silent service up after three seconds. */
const withShortSilence = (config: PlatformConfig): PlatformConfig => ({
  ...config,
  files: { ...config.files, s3: config.files.s3 && { ...config.files.s3, silenceLimitMs: 3_000 } },
})

async function send(url: string, token: string, size: number) {
  const sender = request(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-length': size },
  })
  const answered = once(sender, 'response') as Promise<[IncomingMessage]>
  sender.end(randomBytes(size))
  const [answer] = await answered
  let text = ''
  for await (const piece of answer) text += piece

  return { status: answer.statusCode, headers: answer.headers, body: JSON.parse(text) as unknown }
}

/** The service behind a proxy that ends a connection where it is told so. Returns the address for it. */
async function cuttingProxy(isCutBy: (bytes: number) => boolean) {
  const { url } = await startProxy(service().url, (near: Socket, far: Socket) => {
    near.pipe(far)
    far.on('data', (bytes: Buffer) => {
      if (isCutBy(bytes.length)) near.destroy()
      else near.write(bytes)
    })
  })

  return service().env.FILES_URL.replace(service().url, url.replace(/\/$/, ''))
}

function* pieces(content: Buffer) {
  for (let at = 0; at < content.length; at += 65_536) yield content.subarray(at, at + 65_536)
}

const bytesOf = async (blob: Blob | null) => Buffer.from(await (blob ?? new Blob([])).arrayBuffer())
