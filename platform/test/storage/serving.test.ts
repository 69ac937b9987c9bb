import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { PNG, startStorage } from './storage-server.ts'

const KIB = 1024

test('a file has the same headers for HEAD and GET', async () => {
  const { bucket, ask, service } = await startStorage()
  const files = await bucket()
  await files.upload('a.png', PNG, {
    contentType: 'image/png',
    headers: { 'x-robots-tag': 'noindex, max-snippet: 10' },
  })

  const get = await ask(service, '/object/papers/a.png')
  const head = await ask(service, '/object/papers/a.png', { method: 'HEAD' })

  for (const { status, headers } of [get, head]) {
    expect(status).toBe(200)
    expect(Object.fromEntries(headers)).toMatchObject({
      'accept-ranges': 'bytes',
      'access-control-allow-origin': '*',
      'cache-control': 'private, max-age=3600',
      'content-length': String(PNG.length),
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'content-type': 'image/png',
      'cross-origin-resource-policy': 'cross-origin',
      etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
      'last-modified': expect.stringMatching(/ GMT$/),
      vary: 'Authorization, apikey, Origin',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex, max-snippet: 10',
    })
  }
  expect(await head.text()).toBe('')
  expect(Buffer.from(await get.arrayBuffer())).toEqual(PNG)
})

test('any part of a file is served, over the borders of its rows', async () => {
  const { bucket, ask, service } = await startStorage()
  const files = await bucket()
  const bytes = randomBytes(1300 * KIB)
  await files.upload('a.bin', bytes)
  const size = bytes.length
  const part = async (range: string) => {
    const answer = await ask(service, '/object/papers/a.bin', { headers: { range } })
    return { answer, body: Buffer.from(await answer.arrayBuffer()) }
  }

  for (const [range, from, to] of [
    ['bytes=0-0', 0, 0],
    ['bytes=0-', 0, size - 1],
    ['bytes=262143-262144', 262_143, 262_144],
    ['bytes=262144-524287', 262_144, 524_287],
    ['bytes=1000000-1100000', 1_000_000, 1_100_000],
    ['bytes=1048576-1048576', 1_048_576, 1_048_576],
    ['bytes=-10', size - 10, size - 1],
    [`bytes=${size - 1}-${size + 500}`, size - 1, size - 1],
  ] as const) {
    const { answer, body } = await part(range)
    expect([range, answer.status]).toEqual([range, 206])
    expect(answer.headers.get('content-range')).toBe(`bytes ${from}-${to}/${size}`)
    expect(body.equals(bytes.subarray(from, to + 1))).toBe(true)
  }
  const beyond = await part(`bytes=${size}-`)
  expect(beyond.answer.status).toBe(416)
  expect(beyond.answer.headers.get('content-range')).toBe(`bytes */${size}`)
  expect(JSON.parse(beyond.body.toString())).toMatchObject({
    statusCode: '416',
    code: 'InvalidRange',
  })
  expect((await part('bytes=0-1,5-6')).answer.status).toBe(200)
  const headers = { range: 'bytes=0-1' }
  const head = await ask(service, '/object/papers/a.bin', { method: 'HEAD', headers })
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(size)])
})

test('who has the file already is not sent it again', async () => {
  const { bucket, ask, service } = await startStorage()
  const files = await bucket()
  await files.upload('a.png', PNG)
  const first = await ask(service, '/object/papers/a.png')
  const etag = first.headers.get('etag') ?? ''
  const since = first.headers.get('last-modified') ?? ''
  const again = (headers: Record<string, string>, method = 'GET') =>
    ask(service, '/object/papers/a.png', { method, headers })

  const known = await again({ 'if-none-match': etag })
  const knownHead = await again({ 'if-none-match': `"x", ${etag}` }, 'HEAD')
  const unchanged = await again({ 'if-modified-since': since })
  const other = await again({ 'if-none-match': '"other"', 'if-modified-since': since })
  const sameRange = await again({ range: 'bytes=0-3', 'if-range': etag })
  const otherRange = await again({ range: 'bytes=0-3', 'if-range': '"other"' })
  await files.update('a.png', Buffer.from('new'))
  const changed = await again({ 'if-none-match': etag })

  expect([known.status, knownHead.status, unchanged.status]).toEqual([304, 304, 304])
  expect(await known.text()).toBe('')
  expect(known.headers.get('etag')).toBe(etag)
  expect([other.status, sameRange.status, otherRange.status]).toEqual([200, 206, 200])
  expect(changed.status).toBe(200)
})

test('nothing that could run is shown inline', async () => {
  const { bucket, url } = await startStorage()
  const files = await bucket('open', { public: true })

  for (const [type, body, served, disposition] of [
    ['text/html', '<script>1</script>', 'text/plain', null],
    ['image/svg+xml', '<svg onload="1"/>', 'image/svg+xml', 'attachment'],
    ['application/xhtml+xml', '<html/>', 'application/xhtml+xml', 'attachment'],
    ['text/javascript', 'alert(1)', 'text/javascript', 'attachment'],
    ['application/pdf', '%PDF-', 'application/pdf', 'attachment'],
  ] as const) {
    await files.upload('a', Buffer.from(body), { contentType: type, upsert: true })
    const { headers } = await fetch(`${url}/object/public/open/a`)
    expect([headers.get('content-type'), headers.get('content-disposition')]).toEqual([
      served,
      disposition,
    ])
    expect(headers.get('content-security-policy')).toContain('sandbox')
  }
})

test('a public file is everybody’s, a private one only its readers’', async () => {
  const { bucket, ask, visitor, member, service } = await startStorage()
  await (await bucket('open', { public: true })).upload('a.txt', 'x')
  await (await bucket('closed')).upload('a.txt', 'x')
  const status = async (caller: Parameters<typeof ask>[0], path: string) => {
    const answer = await ask(caller, path)
    return answer.ok ? 200 : ((await answer.json()) as { code: string }).code
  }

  for (const caller of [null, visitor, member, service]) {
    expect(await status(caller, '/object/public/open/a.txt')).toBe(200)
    expect(await status(caller, '/object/open/a.txt')).toBe(200)
    expect(await status(caller, '/object/info/public/open/a.txt')).toBe(200)
    expect(await status(caller, '/object/public/closed/a.txt')).toBe('NoSuchBucket')
    expect(await status(caller, '/object/info/public/closed/a.txt')).toBe('NoSuchBucket')
  }
  expect(await status(null, '/object/closed/a.txt')).toBe('NoSuchBucket')
  expect(await status(null, '/object/authenticated/open/a.txt')).toBe('AccessDenied')
  expect(await status(null, '/object/info/authenticated/open/a.txt')).toBe('AccessDenied')
  for (const caller of [visitor, member]) {
    expect(await status(caller, '/object/closed/a.txt')).toBe('NoSuchKey')
    expect(await status(caller, '/object/authenticated/closed/a.txt')).toBe('NoSuchKey')
    expect(await status(caller, '/object/info/closed/a.txt')).toBe('NoSuchKey')
  }
  expect(await status(service, '/object/authenticated/closed/a.txt')).toBe(200)
})

test('a row without bytes, as a seed leaves it, is said to be missing', async () => {
  const { bucket, ask, service, sql } = await startStorage()
  await bucket()
  await sql(`insert into storage.objects (bucket_id, name) values ('papers', 'bare.txt');`)
  await sql(
    `insert into storage.objects (bucket_id, name, version, metadata)
     values ('papers', 'lost.txt', gen_random_uuid(), '{"size": 3, "eTag": "\\"x\\""}')`,
  )

  for (const name of ['bare.txt', 'lost.txt']) {
    const answer = await ask(service, `/object/papers/${name}`)
    expect(answer.status).toBe(400)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await answer.json()).toEqual({
      statusCode: '404',
      error: 'Not found',
      code: 'NoSuchKey',
      message: 'The resource was not found',
    })
  }
})
