import { expect, test } from 'vitest'
import { rights, table } from './rights.ts'
import { testPeople } from './test-people.ts'

/** As the storage service works; plain SQL may not delete. */
const DELETING = { settings: { 'storage.allow_delete_query': 'true' } }

test('a member writes avatars below their own id only', async () => {
  const { db, visitor, member, other, service } = await testPeople()
  const upload = (bucket: string, name: string) => ({
    text: 'insert into storage.objects (bucket_id, name) values ($1, $2)',
    values: [bucket, name],
  })

  const found = await rights(
    db,
    { visitor, member, other, service },
    {
      own: upload('avatars', `${member.id}/face.png`),
      deeper: upload('avatars', `${member.id}/2026/face.png`),
      root: upload('avatars', 'face.png'),
      'like-own': upload('avatars', `${member.id}x/face.png`),
      'other-bucket': upload('secrets', `${member.id}/face.png`),
    },
  )

  expect(found).toBe(
    table(`
               own      deeper   root     like-own  other-bucket
      visitor  refused  refused  refused  refused   refused
      member   allowed  allowed  refused  refused   refused
      other    refused  refused  refused  refused   refused
      service  allowed  allowed  allowed  allowed   23503
    `),
  )
})

test('an avatar is listed, replaced and deleted by its owner only', async () => {
  const { db, sql, visitor, member, other, admin, service } = await testPeople()
  const name = `${member.id}/face.png`
  await sql(`insert into storage.objects (bucket_id, name) values ('avatars', $1)`, [name])
  const on = (text: string) => ({ text: `${text} where name = $1`, values: [name] })

  const found = await rights(
    db,
    { visitor, member, other, admin, service },
    {
      select: on('select * from storage.objects'),
      update: on(`update storage.objects set metadata = '{}'`),
      'move-to-other': on(`update storage.objects set name = '${other.id}/face.png'`),
      delete: on('delete from storage.objects'),
    },
    DELETING,
  )

  expect(found).toBe(
    table(`
               select   update   move-to-other  delete
      visitor  nothing  nothing  nothing        nothing
      member   allowed  allowed  refused        allowed
      other    nothing  nothing  nothing        nothing
      admin    nothing  nothing  nothing        nothing
      service  allowed  allowed  allowed        allowed
    `),
  )
})

test('buckets are the server’s business', async () => {
  const { db, visitor, member, admin, service } = await testPeople()

  const found = await rights(
    db,
    { visitor, member, admin, service },
    {
      select: { text: 'select * from storage.buckets' },
      insert: { text: `insert into storage.buckets (id, name) values ('mine', 'mine')` },
      update: { text: 'update storage.buckets set public = false' },
      delete: { text: 'delete from storage.buckets' },
    },
    DELETING,
  )

  expect(found).toBe(
    table(`
               select   insert   update   delete
      visitor  nothing  refused  nothing  nothing
      member   nothing  refused  nothing  nothing
      admin    nothing  refused  nothing  nothing
      service  allowed  allowed  allowed  allowed
    `),
  )
})

test('plain SQL deletes no file, since its bytes would stay', async () => {
  const { asks, service } = await testPeople()
  const refusal = { code: '42501', message: expect.stringContaining('storage API') }

  await expect(asks(service, 'delete from storage.objects')).rejects.toMatchObject(refusal)
  await expect(asks(service, 'delete from storage.buckets')).rejects.toMatchObject(refusal)
})

test('the avatars bucket is public, takes pictures of up to 5 MiB, and no SVG', async () => {
  const { sql } = await testPeople()

  const [bucket] = await sql(
    `select public, file_size_limit::int, allowed_mime_types from storage.buckets where id = 'avatars'`,
  )

  expect(bucket).toEqual({
    public: true,
    file_size_limit: 5_242_880,
    allowed_mime_types: ['image/png', 'image/jpeg', 'image/webp', 'image/gif'],
  })
})

test('the bytes of files are out of every caller’s reach', async () => {
  const { db, visitor, member, admin, service } = await testPeople()

  const found = await rights(
    db,
    { visitor, member, admin, service },
    {
      versions: { text: 'select * from storage_private.versions' },
      chunks: { text: 'select * from storage_private.chunks' },
    },
  )

  expect(found).toBe(
    table(`
               versions  chunks
      visitor  refused   refused
      member   refused   refused
      admin    refused   refused
      service  refused   refused
    `),
  )
})

test('policies can take a path apart', async () => {
  const { asks, member } = await testPeople()
  const parts = (path: string) =>
    asks(
      member,
      'select storage.foldername($1) as folders, storage.filename($1) as file, storage.extension($1) as extension',
      [path],
    )

  expect(await parts('a/b/c.tar.gz')).toEqual([
    { folders: ['a', 'b'], file: 'c.tar.gz', extension: 'gz' },
  ])
  expect(await parts('README')).toEqual([{ folders: [], file: 'README', extension: 'README' }])
})

test('policies can ask what is being done, with and without the prefix', async () => {
  const { db, member } = await testPeople()
  const doing = async (operation: string) => {
    const { rows } = await db.ask(
      member,
      {
        text: `select storage.operation() as name,
                      storage.allow_only_operation('object.list') as listing,
                      storage.allow_any_operation(array['storage.object.get_public', 'storage.object.list']) as reading`,
      },
      { settings: { 'storage.operation': operation } },
    )
    return rows[0]
  }

  expect(await doing('storage.object.list')).toEqual({
    name: 'storage.object.list',
    listing: true,
    reading: true,
  })
  expect(await doing('object.get_public')).toMatchObject({ listing: false, reading: true })
  expect(await doing('')).toEqual({ name: null, listing: false, reading: false })
})
