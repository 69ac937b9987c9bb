import { Readable } from 'node:stream'
import { StorageApiError, type StorageClient } from '@supabase/storage-js'
import { expect, test } from 'vitest'
import { JPEG, PNG, startStorage } from './storage-server.ts'

type Files = ReturnType<StorageClient['from']>

test('every kind of body arrives whole', async () => {
  const { bucket } = await startStorage()
  const files = await bucket()
  const form = new FormData()
  form.append('', new Blob([PNG]), 'file.txt')
  const bodies = {
    buffer: PNG,
    'array buffer': new Uint8Array(PNG).buffer,
    view: new Uint8Array(PNG),
    blob: new Blob([PNG], { type: 'image/png' }),
    file: new File([PNG], 'a.png', { type: 'image/png' }),
    form,
    'node stream': Readable.from([PNG]),
    'web stream': new Blob([PNG]).stream(),
  }

  for (const [kind, body] of Object.entries(bodies)) {
    const path = `kinds/${kind}.png`
    const uploaded = await files.upload(path, body)
    expect(uploaded).toMatchObject({ error: null, data: { path, fullPath: `papers/${path}` } })
    expect(await download(files, path)).toEqual(PNG)
  }
  await files.upload('kinds/words.txt', 'plain wörds')
  expect((await download(files, 'kinds/words.txt')).toString()).toBe('plain wörds')
})

test('a second upload is refused, an upsert and an update replace', async () => {
  const { bucket } = await startStorage()
  const files = await bucket()
  const first = await files.upload('a.png', PNG)

  const again = await files.upload('a.png', JPEG)
  const kept = await download(files, 'a.png')
  const upserted = await files.upload('a.png', JPEG, { upsert: true })
  const updated = await files.update('a.png', Buffer.from('third'))
  const created = await files.update('new.png', PNG)

  expect(again.error).toBeInstanceOf(StorageApiError)
  expect(again.error).toMatchObject({
    message: 'The resource already exists',
    status: 400,
    statusCode: '409',
  })
  expect(kept).toEqual(PNG)
  expect(upserted.data?.id).toBe(first.data?.id)
  expect(updated.error).toBeNull()
  expect(created.error).toBeNull()
  expect((await download(files, 'a.png')).toString()).toBe('third')
})

test('metadata, type and cache control are told again by info', async () => {
  const { bucket } = await startStorage()
  const files = await bucket()
  const metadata = { custom: 'metadata', number: 7, nested: { ok: true } }
  await files.upload('raw.txt', Buffer.from('x'), { metadata, cacheControl: '60' })
  await files.upload('blob.png', new Blob([PNG], { type: 'image/png' }), { metadata })
  await files.upload('bare.png', PNG, { contentType: 'image/png' })

  const raw = await files.info('raw.txt')
  const blob = await files.info('blob.png')
  const bare = await files.info('bare.png')

  expect(raw.data).toMatchObject({
    name: 'raw.txt',
    bucketId: 'papers',
    size: 1,
    contentType: 'text/plain;charset=UTF-8',
    cacheControl: 'max-age=60',
    etag: '"9dd4e461268c8034f5c8564e155c67a6"',
    metadata,
    version: expect.stringMatching(/^[0-9a-f-]{36}$/),
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    lastModified: expect.any(String),
  })
  expect(raw.data).not.toHaveProperty('updatedAt')
  expect(blob.data).toMatchObject({
    contentType: 'image/png',
    cacheControl: 'max-age=3600',
    metadata,
  })
  expect(bare.data).toMatchObject({ metadata: {} })
})

test('a file exists or does not', async () => {
  const { bucket } = await startStorage()
  const files = await bucket()
  await files.upload('here.txt', 'x')

  expect(await files.exists('here.txt')).toMatchObject({ data: true, error: null })
  expect(await files.exists('gone.txt')).toMatchObject({ data: false })
  expect((await files.download('gone.txt')).error).toBeTruthy()
  await expect(files.throwOnError().exists('gone.txt')).rejects.toThrow()
})

test('a folder is listed one level at a time', async () => {
  const { bucket } = await startStorage()
  const files = await bucket()
  for (const name of ['b.txt', 'A.txt', 'sub/one.txt', 'sub/two.txt', 'Sub/deep/three.txt']) {
    await files.upload(name, 'x')
  }

  const root = await files.list()
  const sub = await files.list('sub', { limit: 1, offset: 1 })
  const found = await files.list('', { search: 'S' })
  const backwards = await files.list('', { sortBy: { column: 'name', order: 'desc' } })
  const byTime = await files.list('', { sortBy: { column: 'created_at', order: 'desc' } })

  expect(names(root)).toEqual(['A.txt', 'b.txt', 'Sub', 'sub'])
  expect(root.data?.[2]).toEqual({
    name: 'Sub',
    id: null,
    updated_at: null,
    created_at: null,
    last_accessed_at: null,
    metadata: null,
  })
  expect(root.data?.[0]).toMatchObject({
    id: expect.any(String),
    metadata: { size: 1, mimetype: 'text/plain;charset=UTF-8', httpStatusCode: 200 },
  })
  // The search is case-insensitive, so `Sub/deep` is included.
  expect(names(sub)).toEqual(['one.txt'])
  expect(names(found)).toEqual(['Sub', 'sub'])
  expect(names(backwards)).toEqual(['sub', 'Sub', 'b.txt', 'A.txt'])
  expect(names(byTime)).toEqual(['sub', 'Sub', 'A.txt', 'b.txt'])
  expect((await files.list('no/such/folder')).data).toEqual([])
})

test('pages of a long listing join without a gap, in every order', async () => {
  const { bucket } = await startStorage()
  const files = await bucket()
  const uploaded = ['zz', 'bb', 'xx', 'ww', 'cc', 'aa', 'yy']
  for (const name of uploaded) await files.upload(`dir/${name}`, 'x')
  await files.upload('dir/mm/inner', 'x')
  const sorted = [...uploaded].sort()

  const withFolder = (list: string[], at: number) => list.toSpliced(at, 0, 'mm/')
  expect(await pages(files, 'name', 'asc')).toEqual(withFolder(sorted, 3))
  expect(await pages(files, 'name', 'desc')).toEqual(withFolder(sorted.toReversed(), 4))
  expect(await pages(files, 'created_at', 'asc')).toEqual(withFolder(uploaded, 0))
  expect(await pages(files, 'created_at', 'desc')).toEqual(withFolder(uploaded.toReversed(), 0))
})

test('a listing without a delimiter shows whole paths', async () => {
  const { bucket } = await startStorage()
  const files = await bucket()
  await files.upload('dir/a/b.txt', 'x')
  await files.upload('dirt.txt', 'x')

  const all = await files.listV2({ prefix: 'dir' })
  const folders = await files.listV2({ with_delimiter: true })
  const bad = await files.listV2({ cursor: 'nonsense' })

  expect(all.data).toMatchObject({
    hasNext: false,
    folders: [],
    objects: [{ name: 'dir/a/b.txt' }, { name: 'dirt.txt' }],
  })
  expect(all.data?.objects[0]).not.toHaveProperty('key')
  expect(folders.data).toMatchObject({
    folders: [{ key: 'dir', name: 'dir/' }],
    objects: [{ key: 'dirt.txt', name: 'dirt.txt' }],
  })
  expect(bad.error).toMatchObject({ statusCode: '400' })
})

test('a file moves with all it has, and is copied with or without', async () => {
  const { bucket, storage } = await startStorage()
  const files = await bucket()
  await bucket('shelf')
  const shelf = storage.from('shelf')
  await files.upload('a.txt', 'words', { metadata: { kept: true } })
  const before = await files.info('a.txt')

  const moved = await files.move('a.txt', 'b/c.txt')
  const across = await files.move('b/c.txt', 'd.txt', { destinationBucket: 'shelf' })
  const copied = await shelf.copy('d.txt', 'back.txt', { destinationBucket: 'papers' })
  const taken = await shelf.copy('d.txt', 'd.txt')
  const missing = await files.move('a.txt', 'x.txt')

  expect(moved.data?.message).toBe('Successfully moved')
  expect(across.error).toBeNull()
  expect((await shelf.info('d.txt')).data).toMatchObject({
    id: before.data?.id,
    version: before.data?.version,
    metadata: { kept: true },
  })
  expect(copied.data?.path).toBe('papers/back.txt')
  expect((await download(files, 'back.txt')).toString()).toBe('words')
  expect((await files.info('back.txt')).data?.metadata).toEqual({ kept: true })
  expect(taken.error).toMatchObject({ statusCode: '409' })
  expect(missing.error).toMatchObject({ statusCode: '404', message: 'Object not found' })
})

test('files are removed by their exact names', async () => {
  const { bucket, storage } = await startStorage()
  const files = await bucket()
  for (const name of ['a.txt', 'a.txt.bak', 'b/c.txt']) await files.upload(name, 'x')

  const removed = await files.remove(['a.txt', 'b', 'nothing.txt'])
  const nowhere = await storage.from('no-such-bucket').remove(['a.txt'])

  expect(removed.data).toEqual([
    expect.objectContaining({ name: 'a.txt', bucket_id: 'papers', id: expect.any(String) }),
  ])
  expect(names(await files.list())).toEqual(['a.txt.bak', 'b'])
  expect(nowhere.data).toEqual([])
})

test('links are signed one by one and many at once', async () => {
  const { bucket, url } = await startStorage()
  const files = await bucket()
  await files.upload('dir/a b.png', PNG, { contentType: 'image/png' })

  const one = await files.createSignedUrl('dir/a b.png', 60, { download: 'own name.png' })
  const many = await files.createSignedUrls(['gone.png', 'dir/a b.png'], 60)
  const none = await files.createSignedUrl('gone.png', 60)

  expect(one.data?.signedUrl).toContain(`${url}/object/sign/papers/dir/a%20b.png?token=`)
  const linked = await fetch(one.data?.signedUrl ?? '')
  expect(Buffer.from(await linked.arrayBuffer())).toEqual(PNG)
  expect(linked.headers.get('content-disposition')).toContain('filename=own%20name.png')
  expect(many.data).toMatchObject([
    {
      path: 'gone.png',
      error: 'Either the object does not exist or you do not have access to it',
    },
    { path: 'dir/a b.png', error: null, signedUrl: expect.stringContaining('token=') },
  ])
  expect(none.error).toMatchObject({ statusCode: '404' })
})

test('a signed upload works once, and replaces only if it was signed for that', async () => {
  const { bucket } = await startStorage()
  const files = await bucket()
  const signed = await files.createSignedUploadUrl('a.txt')
  const token = signed.data?.token ?? ''

  const first = await files.uploadToSignedUrl('a.txt', token, Buffer.from('one'))
  const second = await files.uploadToSignedUrl('a.txt', token, Buffer.from('two'), { upsert: true })
  const refused = await files.createSignedUploadUrl('a.txt')
  const replacing = await files.createSignedUploadUrl('a.txt', { upsert: true })
  const third = await files.uploadToSignedUrl(
    'a.txt',
    replacing.data?.token ?? '',
    new Blob(['three']),
  )

  expect(first.data).toMatchObject({ path: 'a.txt', fullPath: 'papers/a.txt' })
  expect(second.error).toMatchObject({ message: 'The resource already exists', statusCode: '409' })
  expect(refused.error).toMatchObject({ statusCode: '409' })
  expect(third.error).toBeNull()
  expect((await download(files, 'a.txt')).toString()).toBe('three')
})

test('a download can be taken as a stream, and be given up', async () => {
  const { bucket } = await startStorage()
  const files = await bucket()
  await files.upload('a.txt', 'words')

  const stream = await files.download('a.txt').asStream()
  const aborted = await files.download('a.txt', {}, { signal: AbortSignal.abort() })

  expect(await new Response(stream.data as ReadableStream).text()).toBe('words')
  expect(aborted.error?.message).toContain('abort')
})

test('a bucket is made, changed, emptied and deleted', async () => {
  const { storage } = await startStorage()
  const made = await storage.createBucket('box', { public: true, fileSizeLimit: '20mb' })
  await storage.from('box').upload('a.txt', 'x')

  const twice = await storage.createBucket('box')
  const box = await storage.getBucket('box')
  const all = await storage.listBuckets({ search: 'BO', sortColumn: 'id', sortOrder: 'desc' })
  const changed = await storage.updateBucket('box', {
    public: false,
    allowedMimeTypes: ['image/*'],
    fileSizeLimit: null,
  })
  const full = await storage.deleteBucket('box')
  const emptied = await storage.emptyBucket('box')
  const deleted = await storage.deleteBucket('box')

  expect(made.data).toEqual({ name: 'box' })
  expect(twice.error).toMatchObject({ message: 'The resource already exists', statusCode: '409' })
  expect(box.data).toEqual({
    id: 'box',
    name: 'box',
    owner: '',
    public: true,
    file_size_limit: 20_000_000,
    allowed_mime_types: null,
    created_at: expect.stringMatching(/Z$/),
    updated_at: expect.stringMatching(/Z$/),
  })
  expect(all.data).toMatchObject([{ id: 'box', type: 'STANDARD' }])
  expect(changed.data).toEqual({ message: 'Successfully updated' })
  expect(full.error).toMatchObject({
    statusCode: '409',
    message: 'The bucket you tried to delete is not empty',
  })
  expect(emptied.data?.message).toContain('Empty bucket has been queued')
  expect(deleted.data).toEqual({ message: 'Successfully deleted' })
  expect((await storage.getBucket('box')).error).toMatchObject({ statusCode: '404' })
})

async function download(files: Files, path: string): Promise<Buffer> {
  const { data, error } = await files.download(path)
  if (error) throw error

  return Buffer.from(await data.arrayBuffer())
}

async function pages(files: Files, column: 'name' | 'created_at', order: 'asc' | 'desc') {
  const found: string[] = []
  let cursor: string | undefined

  do {
    const { data } = await files.listV2({
      prefix: 'dir/',
      with_delimiter: true,
      limit: 3,
      sortBy: { column, order },
      ...(cursor && { cursor }),
    })
    // A page has two lists, which are merged by name here.
    const page = [...(data?.folders ?? []), ...(data?.objects ?? [])].map(({ name }) =>
      name.replace('dir/', ''),
    )
    if (column === 'name') page.sort()
    if (column === 'name' && order === 'desc') page.reverse()
    found.push(...page)
    cursor = data?.hasNext ? data.nextCursor : undefined
  } while (cursor)
  return found
}

const names = ({ data }: { data: { name: string }[] | null }) => data?.map(({ name }) => name)
