import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { Caller } from '@app/platform/db/database.ts'
import { JPEG, PNG, startStorage } from '@app/platform/test/storage/storage-server.ts'
import { expect, test } from 'vitest'

const SCRIPT = Buffer.from('<script>alert(document.domain)</script>')

test('a member uploads, replaces and removes an avatar, and everybody sees it', async () => {
  const { clientOf, member, visitor, ask } = await startStorage()
  const avatars = (await clientOf(member)).from('avatars')
  const path = `${member.id}/face.png`

  const uploaded = await avatars.upload(path, PNG, { contentType: 'image/png' })
  const seen = await fetch(avatars.getPublicUrl(path).data.publicUrl)
  const replaced = await avatars.upload(path, JPEG, { contentType: 'image/jpeg', upsert: true })
  const asVisitor = await ask(visitor, `/object/avatars/${path}`)
  const listed = await avatars.list(member.id)
  const removed = await avatars.remove([path])

  expect(uploaded.error).toBeNull()
  expect(Buffer.from(await seen.arrayBuffer())).toEqual(PNG)
  expect(seen.headers.get('cache-control')).toBe('public, max-age=3600')
  expect(replaced.error).toBeNull()
  expect(asVisitor.headers.get('content-type')).toBe('image/jpeg')
  expect(listed.data).toHaveLength(1)
  expect(removed.data).toHaveLength(1)
})

test('a member keeps so many avatars and so many bytes, also with uploads in parallel', async () => {
  const { clientOf, member, sql } = await startStorage()
  const avatars = (await clientOf(member)).from('avatars')
  const upload = (name: string) =>
    avatars.upload(`${member.id}/${name}.png`, PNG, { contentType: 'image/png' })
  const addRows = (count: number, size: number) =>
    sql(
      `insert into storage.objects (bucket_id, name, owner_id, metadata)
       select 'avatars', $1::text || '/' || gen_random_uuid(), $1::text, jsonb_build_object('size', $3::int)
         from generate_series(1, $2::int)`,
      [member.id, count, size],
    )

  await addRows(45, 10)
  const many = await Promise.all(Array.from({ length: 12 }, (_, i) => upload(`face-${i}`)))
  const refused = many.flatMap(({ error }) => (error ? [error] : []))
  await avatars.remove(Array.from({ length: 12 }, (_, i) => `${member.id}/face-${i}.png`))
  await addRows(1, 26_214_400 - 460)
  const large = await upload('one-more')

  expect(refused).toHaveLength(7)
  expect(refused[0]?.message).toBe('Too many pictures')
  expect(large.error?.message).toBe('The pictures are too large together')
  expect(await sql('select from storage.objects')).toHaveLength(46)
})

test('nobody touches another member’s avatars, by whatever road', async () => {
  const { clientOf, member, other, visitor, sql } = await startStorage()
  const own = (await clientOf(other)).from('avatars')
  const path = `${other.id}/face.png`
  await own.upload(path, PNG, { contentType: 'image/png' })
  const mine = `${member.id}/mine.png`
  await (await clientOf(member)).from('avatars').upload(mine, PNG, { contentType: 'image/png' })

  for (const unrelated of [member, visitor]) {
    const avatars = (await clientOf(unrelated)).from('avatars')
    const image = { contentType: 'image/png' }
    const attempts = {
      upload: await avatars.upload(`${other.id}/evil.png`, PNG, image),
      overwrite: await avatars.upload(path, JPEG, { contentType: 'image/jpeg', upsert: true }),
      update: await avatars.update(path, PNG, image),
      'move away': await avatars.move(path, `${member.id}/stolen.png`),
      'move in': await avatars.move(mine, `${other.id}/planted.png`),
      'copy away': await avatars.copy(path, `${member.id}/copied.png`),
      'copy in': await avatars.copy(mine, `${other.id}/planted.png`),
      sign: await avatars.createSignedUrl(path, 60),
      'sign upload': await avatars.createSignedUploadUrl(`${other.id}/planted.png`),
    }
    expect(Object.entries(attempts).filter(([, { error }]) => error === null)).toEqual([])
    expect((await avatars.remove([path])).data).toEqual([])
    expect((await avatars.list(other.id)).data).toEqual([])
    expect((await avatars.list('')).data).toHaveLength(unrelated === member ? 1 : 0)
    expect((await avatars.listV2({ prefix: other.id })).data?.objects).toEqual([])
  }
  const rows = await sql('select name from storage.objects order by name')
  expect(rows.map(({ name }) => name)).toEqual([mine, path].sort())
  expect((await own.download(path)).data?.size).toBe(PNG.length)
})

test('no trick with a path leads into another member’s folder', async () => {
  const { url, ask, tokenOf, member, other, sql } = await startStorage()
  const token = await tokenOf(member)
  const target = `${other.id}/x.png`
  const tricks = [
    `${member.id}/../${target}`,
    `${member.id}/%2e%2e/${target}`,
    `${member.id}/..%2f${target}`,
    `${member.id}%2f..%2f${other.id}%2fx.png`,
    `${member.id}/%252e%252e/${target}`,
    `${member.id}/..%5c${other.id}%5cx.png`,
    `${member.id}/.%2e/${target}`,
    `/${target}`,
    `%2f${target}`,
    `./${target}`,
    `../avatars/${target}`,
    `${member.id}/%00/../${target}`,
    `${member.id}%00/${target}`,
    `${member.id}%0a/${target}`,
    `${member.id}/%E2%80%A4%E2%80%A4/${target}`,
    `${member.id}/%EF%BC%8E%EF%BC%8E/${target}`,
    `${member.id}/%c0%ae%c0%ae/${target}`,
    `${other.id.toUpperCase()}/x.png`,
    `${other.id}%20/x.png`,
    `%20${target}`,
    `${other.id}//x.png`,
    `${target}?path=${member.id}/x.png`,
  ]

  for (const trick of tricks) {
    const statuses = [
      await put(`${url}/object/avatars/`, trick, token),
      await put(`${url}/object/authenticated/../avatars/`, trick, token),
      (await ask(member, '/object/avatars', json('DELETE', { prefixes: [trick] }))).status,
      (await ask(member, '/object/list/avatars', json('POST', { prefix: trick }))).status,
    ]
    expect([trick, statuses.filter((status) => status >= 500)]).toEqual([trick, []])
  }
  const rows = await sql<{ name: string }>('select name from storage.objects')
  expect(rows.filter(({ name }) => !name.startsWith(`${member.id}/`))).toEqual([])
})

test('a script renamed .png is refused, however it comes', async () => {
  const { clientOf, member, bucket, storage, sql } = await startStorage()
  const avatars = (await clientOf(member)).from('avatars')
  const path = `${member.id}/face.png`
  const shelf = await bucket('shelf')
  await shelf.upload('evil.png', SCRIPT, { contentType: 'image/png' })
  const signed = await avatars.createSignedUploadUrl(path)
  const named = new FormData()
  named.append('contentType', 'image/png')
  named.append('', new Blob([SCRIPT]), 'face.png')
  const lied = new FormData()
  lied.append('', new Blob([PNG], { type: 'image/png' }), 'face.png')
  lied.append('contentType', 'text/html')

  const attempts = [
    await avatars.upload(path, SCRIPT, { contentType: 'image/png' }),
    await avatars.upload(path, new Blob([SCRIPT], { type: 'image/png' })),
    await avatars.upload(path, named),
    await avatars.upload(path, lied),
    await avatars.upload(path, SCRIPT, { contentType: 'text/html' }),
    await avatars.upload(path, Buffer.from('<svg/>'), { contentType: 'image/svg+xml' }),
    await avatars.upload(path, JPEG, { contentType: 'image/png' }),
    await avatars.uploadToSignedUrl(path, signed.data?.token ?? '', SCRIPT, {
      contentType: 'image/png',
    }),
    await storage.from('shelf').copy('evil.png', path, { destinationBucket: 'avatars' }),
    await storage.from('shelf').move('evil.png', path, { destinationBucket: 'avatars' }),
  ]

  for (const { error } of attempts) expect(error).toMatchObject({ statusCode: '415' })
  expect(await sql(`select name from storage.objects where bucket_id = 'avatars'`)).toEqual([])
})

test('a picture cannot be copied into something else', async () => {
  const { ask, clientOf, member } = await startStorage()
  const path = `${member.id}/face.png`
  await (await clientOf(member)).from('avatars').upload(path, PNG, { contentType: 'image/png' })
  const copyAs = async (mimetype: string) => {
    const answer = await ask(
      member,
      '/object/copy',
      json('POST', {
        bucketId: 'avatars',
        sourceKey: path,
        destinationKey: `${member.id}/other`,
        copyMetadata: false,
        metadata: { mimetype },
      }),
    )
    return ((await answer.json()) as { statusCode?: string }).statusCode
  }

  expect(await copyAs('text/html')).toBe('415')
  expect(await copyAs('image/gif')).toBe('415')
  expect(await copyAs('image/png')).toBeUndefined()
})

test('a picture larger than five mebibytes is refused, declared or not', async () => {
  const { clientOf, member, kept } = await startStorage()
  const avatars = (await clientOf(member)).from('avatars')
  const path = `${member.id}/face.png`
  const large = Buffer.concat([PNG, Buffer.alloc(5 * 1024 * 1024)])

  const raw = await avatars.upload(path, large, { contentType: 'image/png' })
  const form = await avatars.upload(path, new Blob([large], { type: 'image/png' }))
  const streamed = await avatars.upload(path, new Blob([large]).stream(), {
    contentType: 'image/png',
  })

  for (const { error } of [raw, form, streamed]) {
    expect(error).toMatchObject({
      message: 'The object exceeded the maximum allowed size',
      statusCode: '413',
    })
  }
  expect(await kept()).toEqual({ versions: 0, chunks: 0 })
})

test('a member who has a second factor uploads only after using it', async () => {
  const { clientOf, member, withAal2, sql } = await startStorage()
  await sql(
    `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
     values (gen_random_uuid(), $1, 'totp', 'verified', now(), now())`,
    [member.id],
  )
  const upload = async (caller: typeof member) =>
    (await clientOf(caller))
      .from('avatars')
      .upload(`${member.id}/face.png`, PNG, { contentType: 'image/png' })

  const before = await upload(member)
  const after = await upload(withAal2(member))

  expect(before.error).toMatchObject({ statusCode: '403' })
  expect(after.error).toBeNull()
})

test('a member who has used up their uploads waits, others do not', async () => {
  const { ask, clientOf, member, other, service, sql } = await startStorage()
  const own = (await clientOf(member)).from('avatars')
  const link = await own.createSignedUploadUrl(`${member.id}/linked.png`)
  // Less than a minute ahead, so that no time that passes here fills it up again.
  await sql(
    `insert into ops.rate_limits (key, tokens, burst, updated_at) values ($1, 0, 100, now() + interval '50 seconds')`,
    [`upload ${member.id}`],
  )
  const upload = (caller: Caller, folder: string) =>
    ask(caller, `/object/avatars/${folder}/face.png`, {
      method: 'POST',
      headers: { 'content-type': 'image/png' },
      body: PNG,
    })

  const refused = await upload(member, member.id)
  const linked = await own.uploadToSignedUrl(`${member.id}/linked.png`, link.data?.token ?? '', PNG)
  const copied = await own.copy(`${member.id}/old.png`, `${member.id}/new.png`)

  expect(refused.status).toBe(429)
  expect([linked.error, copied.error]).toMatchObject([{ status: 429 }, { status: 429 }])
  expect(refused.headers.get('retry-after')).toBe('1')
  expect(await refused.json()).toMatchObject({ statusCode: '429', code: 'TooManyRequests' })
  expect((await upload(other, other.id)).status).toBe(200)
  expect((await upload(service, member.id)).status).toBe(200)
})

/** With the path as it stands: fetch would tidy it up before sending. */
async function put(base: string, path: string, token: string): Promise<number> {
  const { hostname, port, pathname } = new URL(base)
  const sender = request({
    hostname,
    port,
    path: pathname + path,
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'image/png' },
  })
  sender.end(PNG)
  const [answer] = (await once(sender, 'response')) as [IncomingMessage]
  answer.resume()

  return answer.statusCode ?? 0
}

const json = (method: string, body: unknown) => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})
