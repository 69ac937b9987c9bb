// Over both databases: a copied passkey is reported in the transaction of its refusal.
import { expect, test } from 'vitest'
import { checkSiteName } from '#identity/passkeys/check-site-name.ts'
import { refusal, startFactors } from './factors-server.ts'
import {
  auditOf,
  memberWithPasskey,
  type PasskeysServer,
  startPasskeys,
} from './passkeys-server.ts'

test('a counter that goes back or stands still is refused, recorded and mailed', async () => {
  const server = await startPasskeys({ withMail: true })
  const { key, passkey, id, email } = await memberWithPasskey(server)
  await server.signInWith(key, { counter: 7 })

  server.forward(1000)
  const same = await server.signInWith(key, { counter: 7 })
  server.forward(1000)
  const back = await server.signInWith(key, { counter: 3 })
  server.forward(1000)
  const none = await server.signInWith(key, { counter: 0 })
  const on = await server.signInWith(key, { counter: 8 })

  expect([same, back, none, on].map(refusal)).toEqual([
    ...Array(3).fill('400 webauthn_verification_failed'),
    '200 no code',
  ])
  expect(await auditOf(server, id, 'passkey_refused')).toEqual([
    { passkey_id: passkey.id, counter: 7, expected: 8 },
    { passkey_id: passkey.id, counter: 3, expected: 8 },
    { passkey_id: passkey.id, counter: 0, expected: 8 },
  ])
  const mails = await server.mailsTo(email)
  expect(mails.filter(({ subject }) => subject.includes('refused'))).toHaveLength(1)
})

test('a challenge of the older sealing key still counts', async () => {
  const older = `t1:${Buffer.alloc(32, 7).toString('base64')}`
  const newer = `t2:${Buffer.alloc(32, 8).toString('base64')}`
  const before = await startPasskeys({ env: { APP_ENCRYPTION_KEYS: older } })
  const { key } = await memberWithPasskey(before)
  const { challenge_id, options } = await before.askToSignIn()
  const after = await startPasskeys({
    db: before.db,
    env: { APP_ENCRYPTION_KEYS: `${older},${newer}` },
  })

  expect((await after.answerSignIn(challenge_id, key.get(options))).status).toBe(200)
})

test('the owner gets a mail of each passkey, and the audit log keeps each change', async () => {
  const server = await startPasskeys({ withMail: true })
  const { key, passkey, token, id, email } = await memberWithPasskey(server)
  const body = { friendly_name: 'Laptop' }
  server.forward(1000)
  await server.call(`/passkeys/${passkey.id}`, { method: 'PATCH', body, as: token })
  server.forward(1000)
  await server.signInWith(key)
  server.forward(1000)
  await server.remove(token, passkey.id)

  const mails = await server.mailsTo(email)

  expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
    'A passkey was added',
    'A passkey was removed',
  ])
  expect(mails.map(({ text }) => text).join()).toContain('“Laptop”')
  expect(await actionsOf(server, id)).toEqual([
    'passkey_created',
    'passkey_updated',
    'login',
    'passkey_deleted',
  ])
})

test('at an IP address passkeys are off and say why; an rp id of its own switches them on', async () => {
  const server = await startFactors()
  const named = await startPasskeys()
  const off = await startPasskeys({ env: { AUTH_PASSKEYS_ENABLED: 'false' } })
  const ask = async ({ post }: Pick<PasskeysServer, 'post'>) =>
    (await post<{ code: string; message: string }>('/passkeys/authentication/options', {})).body
  const enabled = async ({ call }: Pick<PasskeysServer, 'call'>) =>
    (await call('/settings')).body.passkeys_enabled

  expect(await ask(server)).toEqual({
    code: 'passkey_disabled',
    message: expect.stringContaining('IP address'),
  })
  expect(await ask(off)).toMatchObject({
    code: 'passkey_disabled',
    message: 'Passkeys are disabled',
  })
  expect([await enabled(server), await enabled(named), await enabled(off)]).toEqual([
    false,
    true,
    false,
  ])
})

test('while passkeys are off, an admin still lists and removes them', async () => {
  const on = await startPasskeys()
  const { passkey, id } = await memberWithPasskey(on)
  const server = await startPasskeys({ db: on.db, env: { AUTH_PASSKEYS_ENABLED: 'false' } })

  const listed = await server.admin(`/admin/users/${id}/passkeys`)
  const removed = await server.admin(`/admin/users/${id}/passkeys/${passkey.id}`, {
    method: 'DELETE',
  })

  expect(listed.body).toMatchObject([{ id: passkey.id }])
  expect(removed.status).toBe(204)
})

test('where the site’s name has changed, the start names the passkeys that would be lost', async () => {
  const server = await startPasskeys()
  await memberWithPasskey(server)

  await checkSiteName(server.db, 'localhost')
  await expect(checkSiteName(server.db, 'new.example')).rejects.toThrow('created for localhost')
})

async function actionsOf({ sql }: PasskeysServer, userId: string) {
  const rows = await sql<{ action: string }>(
    `select payload ->> 'action' as action from auth.audit_log_entries
      where payload ->> 'actor_id' = $1 and payload ->> 'action' <> 'user_signedup'
      order by created_at`,
    [userId],
  )

  return rows.map(({ action }) => action)
}
