import { SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { loginRole } from '#test/login-role.ts'
import { PNG, startStorage } from './storage-server.ts'

test('without a good token nobody comes in', async () => {
  const { url } = await startStorage()

  for (const authorization of ['', 'Bearer nonsense', 'Basic eDp5']) {
    const answer = await fetch(`${url}/bucket`, { headers: authorization ? { authorization } : {} })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toEqual({
      statusCode: '403',
      error: 'Unauthorized',
      code: 'AccessDenied',
      message: 'Invalid Compact JWS',
    })
  }
})

test('a forged or expired token is refused where one is needed, and is nobody elsewhere', async () => {
  const { url, bucket } = await startStorage()
  await (await bucket('open', { public: true })).upload('a.txt', 'x')
  const forged = await sign('somebody else’s secret, long enough to be one', 2_000_000_000)
  const expired = await sign('a secret for tests, at least 32 characters long', 1_000_000_000)
  const ask = (path: string, token: string) =>
    fetch(url + path, { headers: { authorization: `Bearer ${token}` } })

  expect(await (await ask('/bucket', forged)).json()).toMatchObject({
    statusCode: '403',
    message: 'signature verification failed',
  })
  expect(await (await ask('/bucket', expired)).json()).toMatchObject({
    statusCode: '403',
    message: '"exp" claim timestamp check failed',
  })
  expect((await ask('/object/open/a.txt', forged)).status).toBe(200)
})

test('what only the service role may do is refused to others by the status, too', async () => {
  const { ask, member, service, bucket } = await startStorage()
  await bucket()
  const empty = (caller: Parameters<typeof ask>[0]) =>
    ask(caller, '/bucket/papers/empty', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    })
  const purge = (caller: Parameters<typeof ask>[0], path: string) =>
    ask(caller, path, { method: 'DELETE' })

  const refused = await empty(member)

  expect(refused.status).toBe(403)
  expect(await refused.json()).toEqual({
    statusCode: '403',
    error: 'Unauthorized',
    code: 'AccessDenied',
    message: 'Access denied: Invalid role',
  })
  expect((await empty(service)).status).toBe(200)
  expect((await purge(member, '/cdn/papers')).status).toBe(403)
  expect(await (await purge(service, '/cdn/papers')).json()).toEqual({ message: 'success' })
  expect((await purge(service, '/cdn/papers/a/b?transformations=1')).status).toBe(200)
})

test('an upload that cannot be is refused with words', async () => {
  const { ask, service, bucket } = await startStorage()
  await bucket()
  const upload = async (path: string) => {
    const answer = await ask(service, `/object/${path}`, { method: 'POST', body: PNG })
    return answer.status === 400 && Object.values((await answer.json()) as object)
  }

  expect(await upload('none/a.txt')).toEqual([
    '404',
    'Bucket not found',
    'Bucket not found',
    'NoSuchBucket',
  ])
  const long = 'x'.repeat(1025)
  for (const key of ['ü.txt', 'a#b', 'a/../b', 'a~', 'a[1]', 'a%b', 'a\nb', long]) {
    const repeated = key === long ? `${long.slice(0, 200)}…` : key
    expect(await upload(`papers/${encodeURIComponent(key)}`)).toEqual([
      '400',
      'InvalidKey',
      `Invalid key: ${repeated}`,
      'InvalidKey',
    ])
  }
})

test('an upload of nothing is refused, except for the placeholder of a folder', async () => {
  const { ask, service, bucket, kept } = await startStorage()
  await bucket('papers', { public: false, allowedMimeTypes: ['image/*'] })
  const form = (append: (data: FormData) => void) => {
    const data = new FormData()
    append(data)
    return data
  }
  const send = async (path: string, body: NonNullable<RequestInit['body']>) =>
    (await (await ask(service, `/object/papers/${path}`, { method: 'POST', body })).json()) as {
      message?: string
      Key?: string
    }

  const image = new Blob([], { type: 'image/png' })
  expect(await send('a.png', image)).toMatchObject({ message: 'No content provided' })
  expect(
    await send(
      'a.png',
      form((data) => data.append('', image)),
    ),
  ).toMatchObject({
    message: 'No content provided',
  })
  expect(
    await send(
      'a.png',
      form((data) => data.append('words', 'x')),
    ),
  ).toEqual({
    statusCode: '400',
    error: 'InvalidRequest',
    code: 'InvalidRequest',
    message: 'No content provided',
  })
  const placeholder = 'folder/.emptyFolderPlaceholder'
  expect(await send(placeholder, new Blob(['x'], { type: 'text/plain' }))).toMatchObject({
    message: 'The object exceeded the maximum allowed size',
  })
  expect(await send(placeholder, new Blob([]))).toMatchObject({ Key: `papers/${placeholder}` })
  expect(await kept()).toEqual({ versions: 1, chunks: 0 })
})

test('a form that makes no sense is refused and leaves nothing', async () => {
  const { ask, service, bucket, kept } = await startStorage()
  await bucket()
  const upload = (body: string, type = 'multipart/form-data; boundary=x') =>
    ask(service, '/object/papers/a.txt', {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    })

  const answers = [
    await upload(`${FILE_PART}--x--\r\n`, 'multipart/form-data'),
    await upload(fieldPart(0)),
    await upload(FILE_PART),
    await upload(`${FILE_PART}${FILE_PART}--x--\r\n`),
    await upload(`${Array.from({ length: 11 }, (_, i) => fieldPart(i)).join('')}--x--\r\n`),
    await upload('nonsense'),
  ]

  for (const answer of answers) {
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ statusCode: '400', code: 'InvalidRequest' })
  }
  expect(await kept()).toEqual({ versions: 0, chunks: 0 })
})

test('fields of a form count before the file and after it', async () => {
  const { bucket } = await startStorage()
  const files = await bucket()
  const form = new FormData()
  form.append('', new Blob(['x'], { type: 'text/plain' }), 'a.txt')
  form.append('cacheControl', '77')
  form.append('contentType', 'text/css')
  form.append('userMetadata', '{"late":true}')

  await files.upload('a.txt', form)

  expect((await files.info('a.txt')).data).toMatchObject({
    cacheControl: 'max-age=77',
    contentType: 'text/css',
    metadata: { late: true },
  })
})

test('metadata that cannot be read counts as none', async () => {
  const { ask, service, bucket } = await startStorage()
  const files = await bucket()

  for (const [i, header] of ['nonsense', toBase64('[1]'), toBase64('"x"'), ''].entries()) {
    const answer = await ask(service, `/object/papers/${i}.txt`, {
      method: 'POST',
      headers: { 'x-metadata': header },
      body: 'x',
    })
    expect(answer.status).toBe(200)
    expect((await files.info(`${i}.txt`)).data?.metadata).toEqual({})
  }
})

test('what could not be sent as a header is not taken as one', async () => {
  const { ask, service, bucket } = await startStorage()
  const files = await bucket()
  await files.upload('a.txt', 'x')
  const form = new FormData()
  form.append('contentType', 'text/pläin\r\nset-cookie: a=b')
  form.append('', new Blob(['x']), 'a.txt')
  const copy = (metadata: object) =>
    ask(service, '/object/copy', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        bucketId: 'papers',
        sourceKey: 'a.txt',
        destinationKey: 'b.txt',
        copyMetadata: false,
        metadata,
      }),
    })

  const uploaded = await files.upload('c.txt', form)
  const type = await copy({ mimetype: 'text/plain\nx: y' })
  const cache = await copy({ cacheControl: 'max-age=1\r\nx: y' })
  const good = await copy({ mimetype: 'text/css', cacheControl: 'max-age=1' })

  expect(uploaded.error).toMatchObject({ statusCode: '415' })
  expect(await type.json()).toMatchObject({ code: 'InvalidMimeType' })
  expect(await cache.json()).toMatchObject({ code: 'InvalidParameter' })
  expect(good.status).toBe(200)
  expect((await files.info('b.txt')).data).toMatchObject({
    contentType: 'text/css',
    cacheControl: 'max-age=1',
  })
})

test('no token lends a role that is not for callers', async () => {
  const { ask, member } = await startStorage()
  const as = (role: string) => ({ ...member, claims: { ...member.claims, role } })

  for (const role of ['none', 'postgres', loginRole(), '']) {
    const answer = await ask(as(role), '/bucket')
    expect(await answer.json()).toMatchObject({ statusCode: '403', code: 'AccessDenied' })
  }
})

test('a robots tag that makes no sense is refused', async () => {
  const { ask, service, bucket } = await startStorage()
  await bucket()
  const upload = async (tag: string) =>
    (
      await ask(service, '/object/papers/a.txt', {
        method: 'PUT',
        headers: { 'x-robots-tag': tag },
        body: 'x',
      })
    ).status

  expect(await upload('none')).toBe(200)
  expect(await upload('googlebot: noindex, unavailable_after: 25 Jun 2030 15:00:00 PST')).toBe(200)
  expect(await upload('please go away')).toBe(400)
})

test('a body or a query that is not what it should be is refused', async () => {
  const { ask, service, bucket } = await startStorage()
  await bucket()

  for (const [method, path, body] of MALFORMED) {
    const answer = await ask(service, path, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const { error, code } = (await answer.json()) as Record<string, string>
    expect([method, path, body, answer.status, error, code]).toEqual([
      method,
      path,
      body,
      400,
      'Error',
      'InvalidRequest',
    ])
  }
})

test('broken, deep and hostile bodies never break the server', async () => {
  const { ask, service, bucket } = await startStorage()
  await bucket()
  const bodies = ['{', '{"prefix":"\\u0000"}', `{"prefix":${'['.repeat(5000)}`]

  for (const body of bodies) {
    const answer = await ask(service, '/object/list/papers', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    expect([body.slice(0, 30), answer.status]).toEqual([body.slice(0, 30), 400])
  }
  const large = await ask(service, '/object/list/papers', {
    method: 'POST',
    body: 'x'.repeat(1024 * 1024 + 1),
  })
  expect(large.status).toBe(413)
  expect(await large.json()).toMatchObject({ statusCode: '413', code: 'EntityTooLarge' })
})

test('what is left out answers as an unknown route, by every method', async () => {
  const { ask, service, url } = await startStorage()
  const paths = [
    '/render/image/public/papers/a.png?width=100',
    '/upload/resumable',
    '/s3/papers',
    '/vector/ListIndexes',
    '/iceberg/v1/config',
    '/nothing',
  ]

  for (const path of paths) {
    const answer = await ask(service, path, { method: 'GET' })
    expect(answer.status).toBe(404)
    expect(await answer.json()).toEqual({
      statusCode: '404',
      error: 'Not Found',
      code: 'InvalidRequest',
      message: `Route GET:/storage/v1${path} not found`,
    })
  }
  const options = await fetch(`${url}/upload/resumable`, { method: 'OPTIONS' })
  expect([...options.headers.keys()].filter((name) => name.startsWith('tus'))).toEqual([])
  for (const path of ['/status', '/version', '/health']) {
    expect((await fetch(url + path)).status).toBe(200)
  }
})

test('any page may ask, with any header it needs', async () => {
  const { url } = await startStorage()

  const preflight = await fetch(`${url}/object/papers/a.png`, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://bolt.new',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,x-upsert,x-own',
    },
  })
  const refusal = await fetch(`${url}/bucket`, { headers: { origin: 'https://bolt.new' } })

  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
  expect(preflight.headers.get('access-control-allow-methods')).toContain('PUT')
  expect(preflight.headers.get('access-control-allow-headers')).toMatch(/x-upsert.*x-own/)
  expect(refusal.headers.get('access-control-allow-origin')).toBe('*')
  expect(refusal.headers.get('access-control-expose-headers')).toContain('ETag')
})

const sign = (secret: string, exp: number) =>
  new SignJWT({ role: 'service_role', exp })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode(secret))

const toBase64 = (text: string) => Buffer.from(text).toString('base64')

const FILE_PART = '--x\r\ncontent-disposition: form-data; name=""; filename="a"\r\n\r\nb\r\n'

const fieldPart = (i: number) =>
  `--x\r\ncontent-disposition: form-data; name="f${i}"\r\n\r\nvalue\r\n`

const MALFORMED: [string, string, object | undefined][] = [
  ['POST', '/bucket', {}],
  ['POST', '/bucket', { name: 7 }],
  ['POST', '/bucket', []],
  ['POST', '/bucket', { name: 'x', file_size_limit: 'huge' }],
  ['PUT', '/bucket/papers', {}],
  ['GET', '/bucket?limit=0', undefined],
  ['GET', '/bucket?sortColumn=owner', undefined],
  ['POST', '/object/list/papers', {}],
  ['POST', '/object/list/papers', { prefix: '', limit: 0 }],
  ['POST', '/object/list/papers', { prefix: '', sortBy: { column: 'metadata' } }],
  ['POST', '/object/list-v2/papers', { cursor: 'bm9uc2Vuc2U=' }],
  ['POST', '/object/move', { bucketId: 'papers' }],
  ['POST', '/object/copy', { bucketId: 'papers', sourceKey: 'a' }],
  ['DELETE', '/object/papers', {}],
  ['DELETE', '/object/papers', { prefixes: [] }],
  ['DELETE', '/object/papers', { prefixes: Array(1001).fill('a') }],
  ['POST', '/object/sign/papers', { expiresIn: 60, paths: [] }],
  ['POST', '/object/sign/papers/a.txt', { expiresIn: 0 }],
]
