import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Caller } from '#db/database.ts'
import { PNG, startStorage, tokenOf } from './storage-server.ts'

type StorageServer = Awaited<ReturnType<typeof startStorage>>

const ENDINGS: Record<
  string,
  (store: StorageServer, id: string, session: string) => Promise<unknown>
> = {
  deleted: ({ sql }, id) => sql('delete from auth.users where id = $1', [id]),
  'deleted but for a shell': ({ sql }, id) =>
    sql('update auth.users set deleted_at = now() where id = $1', [id]),
  banned: ({ sql }, id) =>
    sql(`update auth.users set banned_until = now() + interval '1 hour' where id = $1`, [id]),
  'signed out': ({ sql }, _id, session) =>
    sql('delete from auth.sessions where id = $1', [session]),
  'past its session': ({ sql }, _id, session) =>
    sql(`update auth.sessions set not_after = now() - interval '1 second' where id = $1`, [
      session,
    ]),
}

const REFUSED = { statusCode: '403', code: 'AccessDenied', error: 'Unauthorized' }

test.each(Object.keys(ENDINGS))(
  'the token of an account that is %s writes nothing to storage',
  async (ending) => {
    const store = await startStorage()
    const { member, ask, sql, kept } = store
    const { caller, session } = await signIn(store, member)
    const operator = { ...caller, claims: { ...caller.claims, role: 'service_role' } }
    const own = (name: string) => `avatars/${member.id}/${name}`
    const upload = (path: string, method = 'POST') =>
      ask(caller, path, { method, body: PNG, headers: { 'content-type': 'image/png' } })
    const send = (path: string, method: string, body: object, as: Caller = caller) =>
      ask(as, path, {
        method,
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      })
    const moving = {
      bucketId: 'avatars',
      sourceKey: `${member.id}/a.png`,
      destinationKey: `${member.id}/b.png`,
    }
    expect((await upload(`/object/${own('a.png')}`)).status).toBe(200)
    const link = await send(`/object/upload/sign/${own('linked.png')}`, 'POST', {})
    const { url } = (await link.json()) as { url: string }

    await ENDINGS[ending]?.(store, member.id, session)
    const before = [await kept(), await sql('select name, version from storage.objects')]
    const answers = [
      await upload(`/object/${own('new.png')}`),
      await upload(`/object/${own('a.png')}`, 'PUT'),
      await ask(null, url, { method: 'PUT', body: PNG, headers: { 'content-type': 'image/png' } }),
      await send(`/object/upload/sign/${own('later.png')}`, 'POST', {}),
      await send(`/object/avatars`, 'DELETE', { prefixes: [`${member.id}/a.png`] }),
      await send(`/object/${own('a.png')}`, 'DELETE', {}),
      await send('/bucket', 'POST', { name: 'mine' }, operator),
      await send('/bucket/avatars', 'PUT', { public: false }, operator),
      await send('/bucket/avatars/empty', 'POST', {}, operator),
      // Where the deletion also removed the file, there is nothing to copy or move.
      ...(ending === 'deleted'
        ? []
        : [
            await send('/object/copy', 'POST', moving),
            await send('/object/move', 'POST', moving),
            await send('/object/move', 'POST', moving, operator),
          ]),
    ]

    const said = await Promise.all(answers.map((answer) => answer.json()))
    expect(said).toEqual(said.map(() => expect.objectContaining(REFUSED)))
    expect([await kept(), await sql('select name, version from storage.objects')]).toEqual(before)
  },
)

test('a ban that comes while the bytes are on their way is in time', async () => {
  const store = await startStorage()
  const { member, sql, kept, url } = store
  const { caller } = await signIn(store, member)
  const before = await kept()
  let send: (bytes: Uint8Array | null) => void = () => {}
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      send = (bytes) => (bytes ? controller.enqueue(bytes) : controller.close())
    },
  })
  const answering = fetch(`${url}/object/avatars/${member.id}/slow.png`, {
    method: 'POST',
    body,
    duplex: 'half',
    headers: {
      authorization: `Bearer ${await tokenOf(caller)}`,
      'content-type': 'image/png',
    },
  } as RequestInit)

  send(PNG)
  send(new Uint8Array(2 * 1024 * 1024))
  await untilKept(store)
  await sql(`update auth.users set banned_until = now() + interval '1 hour' where id = $1`, [
    member.id,
  ])
  send(null)

  expect(await (await answering).json()).toMatchObject(REFUSED)
  expect(await kept()).toEqual(before)
})

test('a ban that has ended, a token without a session and one without an account write as before', async () => {
  const store = await startStorage()
  const { member, other, service, ask, sql } = store
  const { caller } = await signIn(store, member)
  const put = async (who: Caller, name: string) => {
    const answer = await ask(who, `/object/avatars/${name}`, {
      method: 'POST',
      body: PNG,
      headers: { 'content-type': 'image/png' },
    })
    return answer.status
  }
  const foreign = { ...service, claims: { ...service.claims, sub: 'robot-1' } }
  const withOthersSession = { ...other, claims: { ...other.claims, ...sessionOf(caller) } }
  await sql(`update auth.users set banned_until = now() - interval '1 hour' where id = $1`, [
    member.id,
  ])

  expect(await put(caller, `${member.id}/a.png`)).toBe(200)
  expect(await put(member, `${member.id}/b.png`)).toBe(200)
  expect(await put(service, 'c.png')).toBe(200)
  expect(await put(foreign, 'd.png')).toBe(200)
  expect(await put(withOthersSession, `${other.id}/e.png`)).toBe(400)
})

const sessionOf = ({ claims }: Caller) => ({ session_id: claims.session_id })

async function signIn({ sql }: StorageServer, person: StorageServer['member']) {
  const session = randomUUID()
  await sql(
    `insert into auth.sessions (id, user_id, refresh_key_sealed) values ($1, $2, 'enc1.unused')`,
    [session, person.id],
  )
  const caller = { ...person, claims: { ...person.claims, session_id: session } }

  return { session, caller }
}

/** The first bytes are stored, so the checks before them have passed. */
async function untilKept({ kept }: StorageServer): Promise<void> {
  while ((await kept())?.versions === 0);
}
