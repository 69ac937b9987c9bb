import { expect, onTestFinished, test } from 'vitest'
import { startStorage } from './storage-server.ts'

test('a bucket that cannot be is refused', async () => {
  const { ask, service } = await startStorage()

  for (const [body, ...told] of IMPOSSIBLE) {
    const answer = await ask(service, '/bucket', json(body))
    const { statusCode, code } = (await answer.json()) as Record<string, string>
    expect([body, answer.status, statusCode, code]).toEqual([body, 400, ...told])
  }
})

test('what is not mentioned keeps its value, and null takes a limit away', async () => {
  const { ask, service, storage } = await startStorage()
  await ask(
    service,
    '/bucket',
    json({ name: 'box', id: 'box-id', file_size_limit: 1000, allowed_mime_types: ['image/*'] }),
  )
  const change = (body: object) => ask(service, '/bucket/box-id', { ...json(body), method: 'PUT' })

  await change({ public: true })
  const opened = await storage.getBucket('box-id')
  await change({ file_size_limit: null, allowed_mime_types: null })
  const freed = await storage.getBucket('box-id')
  const unknown = await change({ public: true }).then(() =>
    ask(service, '/bucket/none', { ...json({ public: true }), method: 'PUT' }),
  )

  expect(opened.data).toMatchObject({
    name: 'box',
    public: true,
    file_size_limit: 1000,
    allowed_mime_types: ['image/*'],
  })
  expect(freed.data).toMatchObject({
    public: true,
    file_size_limit: null,
    allowed_mime_types: null,
  })
  expect(await unknown.json()).toMatchObject({ statusCode: '404', code: 'NoSuchBucket' })
})

test('a bucket’s limits hold for every file that comes in', async () => {
  const { bucket, storage } = await startStorage()
  const small = await bucket('small', { public: false, fileSizeLimit: '1kb' })
  const pictures = await bucket('pictures', { public: false, allowedMimeTypes: ['image/*'] })
  const free = await bucket('free')
  await free.upload('large.txt', Buffer.alloc(2000))

  const large = await small.upload('a.txt', Buffer.alloc(1001))
  const fitting = await small.upload('a.txt', Buffer.alloc(1000))
  const words = await pictures.upload('a.txt', 'words', { contentType: 'text/plain' })
  const moved = await free.move('large.txt', 'b.txt', { destinationBucket: 'small' })
  const copied = await free.copy('large.txt', 'b.txt', { destinationBucket: 'pictures' })
  const nowhere = await free.copy('large.txt', 'b.txt', { destinationBucket: 'none' })

  expect(large.error).toMatchObject({ statusCode: '413' })
  expect(fitting.error).toBeNull()
  expect(words.error).toMatchObject({
    statusCode: '415',
    message: 'mime type text/plain is not supported',
  })
  expect(moved.error).toMatchObject({ statusCode: '413' })
  expect(copied.error).toMatchObject({ statusCode: '415' })
  expect(nowhere.error).toMatchObject({ statusCode: '404', message: 'Bucket not found' })
  expect((await storage.from('free').exists('large.txt')).data).toBe(true)
})

test('a visitor and a member see no bucket, make none and delete none', async () => {
  const { clientOf, bucket, visitor, member, storage } = await startStorage()
  await bucket()

  for (const caller of [visitor, member]) {
    const client = await clientOf(caller)
    expect((await client.listBuckets()).data).toEqual([])
    expect((await client.getBucket('papers')).error).toMatchObject({ statusCode: '404' })
    expect((await client.createBucket('mine')).error).toMatchObject({
      statusCode: '403',
      message: 'new row violates row-level security policy',
    })
    expect((await client.updateBucket('papers', { public: true })).error).toMatchObject({
      statusCode: '404',
    })
    expect((await client.deleteBucket('papers')).error).toMatchObject({ statusCode: '404' })
  }
  expect((await storage.getBucket('papers')).data).toMatchObject({ public: false })
})

test('policies decide each thing by itself, and know what is being done', async () => {
  const { bucket, clientOf, sql, member, ask } = await startStorage()
  const files = await bucket()
  await files.upload('read.txt', 'x')
  await policy(
    sql,
    'members read',
    `for select to authenticated using (bucket_id = 'papers' and not storage.allow_only_operation('object.list'))`,
  )
  await policy(
    sql,
    'members add text',
    `for insert to authenticated with check (bucket_id = 'papers' and metadata ->> 'mimetype' = 'text/css')`,
  )
  const own = (await clientOf(member)).from('papers')

  const read = await own.download('read.txt')
  const listed = await own.list()
  const added = await own.upload('a.css', 'x', { contentType: 'text/css' })
  const other = await own.upload('b.css', 'x', { contentType: 'text/plain' })
  const replaced = await own.update('read.txt', 'y', { contentType: 'text/css' })
  const removed = await own.remove(['read.txt'])
  const one = await ask(member, '/object/papers/read.txt', { method: 'DELETE' })
  const gone = await ask(member, '/object/papers/none.txt', { method: 'DELETE' })

  expect(read.data?.size).toBe(1)
  expect(listed.data).toEqual([])
  expect(added.error).toBeNull()
  expect(other.error).toMatchObject({ statusCode: '403' })
  expect(replaced.error).toMatchObject({ statusCode: '403' })
  expect(removed.data).toEqual([])
  expect(await one.json()).toMatchObject({ statusCode: '403', message: 'Access denied' })
  expect(await gone.json()).toMatchObject({ statusCode: '404', code: 'NoSuchKey' })
})

test('a form cannot slip past a policy with a field that comes after the file', async () => {
  const { bucket, clientOf, sql, member, kept } = await startStorage()
  await bucket()
  await policy(
    sql,
    'members add text',
    `for insert to authenticated with check (bucket_id = 'papers' and metadata ->> 'mimetype' = 'text/css')`,
  )
  const form = new FormData()
  form.append('', new Blob(['x'], { type: 'text/css' }), 'a.css')
  form.append('contentType', 'text/html')

  const late = await (await clientOf(member)).from('papers').upload('a.css', form)

  expect(late.error).toMatchObject({ statusCode: '403' })
  expect(await kept()).toEqual({ versions: 0, chunks: 0 })
})

type AsOwner = (text: string) => Promise<unknown>

async function policy(sql: AsOwner, name: string, rule: string) {
  await sql(`create policy "${name}" on storage.objects ${rule}`)
  onTestFinished(async () => {
    await sql(`drop policy if exists "${name}" on storage.objects`)
  })
}

const json = (body: object) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

const IMPOSSIBLE: [object, string, string][] = [
  [{ name: 'über' }, '400', 'InvalidBucketName'],
  [{ name: 'a/b' }, '400', 'InvalidBucketName'],
  [{ name: ' a' }, '400', 'InvalidBucketName'],
  [{ name: '' }, '400', 'InvalidBucketName'],
  [{ name: 'public' }, '400', 'InvalidBucketName'],
  [{ name: 'x'.repeat(101) }, '400', 'InvalidBucketName'],
  [{ name: 'a--table-s3' }, '400', 'InvalidBucketName'],
  [{ name: 'a', file_size_limit: '51gb' }, '413', 'EntityTooLarge'],
  [{ name: 'a', allowed_mime_types: ['image'] }, '415', 'InvalidMimeType'],
  [{ name: 'a', type: 'ANALYTICS' }, '409', 'FeatureNotEnabled'],
  [{ name: 'avatars' }, '409', 'BucketAlreadyExists'],
]
