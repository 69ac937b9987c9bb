// Runs on both databases: a constraint lets a challenge be used once, and counters are compared under a lock.
import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { forThisFile } from '#test/for-this-file.ts'
import { MINUTE_MS, memberWithFactor, refusal } from './factors-server.ts'
import {
  auditOf,
  memberWithPasskey,
  type PasskeysServer,
  startPasskeys,
  startSharedPasskeys,
} from './passkeys-server.ts'
import { type Said, softAuthenticator } from './soft-authenticator.ts'

const shared = forThisFile(startSharedPasskeys({}))

test('of eight parallel answers to one challenge, one opens a session', async () => {
  const server = shared()
  const { key, id } = await memberWithPasskey(server)
  const { challenge_id, options } = await server.askToSignIn()
  const credentials = Array.from({ length: 8 }, () => key.get(options))
  const before = await sessionsOf(server, id)

  const answers = await Promise.all(
    credentials.map((one) => server.answerSignIn(challenge_id, one)),
  )

  expect(answers.map(refusal).toSorted()).toEqual([
    '200 no code',
    ...Array(7).fill('400 webauthn_challenge_not_found'),
  ])
  expect(await sessionsOf(server, id)).toBe(before + 1)
})

test('a refused answer uses its challenge too', async () => {
  const server = shared()
  const { key } = await memberWithPasskey(server)
  const { challenge_id, options } = await server.askToSignIn()

  const lie = await server.answerSignIn(challenge_id, key.get(options, { isVerified: false }))
  const truth = await server.answerSignIn(challenge_id, key.get(options))

  expect(refusal(lie)).toBe('400 webauthn_verification_failed')
  expect(refusal(truth)).toBe('400 webauthn_challenge_not_found')
})

test('a challenge is used once over all servers', async () => {
  const one = shared()
  const other = await startPasskeys({ db: one.db })
  const { key } = await memberWithPasskey(one)
  const { challenge_id, options } = await one.askToSignIn()

  const first = await other.answerSignIn(challenge_id, key.get(options))
  const second = await one.answerSignIn(challenge_id, key.get(options))

  expect(first.status).toBe(200)
  expect(refusal(second)).toBe('400 webauthn_challenge_not_found')
})

test('a challenge serves only its purpose and its user', async () => {
  const server = shared()
  const { key, token } = await memberWithPasskey(server)
  const other = await server.newMember()
  const newKey = softAuthenticator()
  const signIn = await server.askToSignIn()
  const own = await server.askToRegister(token)
  const user = own.options.user
  const register = (as: string, { challenge_id, options }: typeof signIn | typeof own) =>
    server.answerRegistration(as, challenge_id, newKey.create({ ...options, user }))

  expect({
    "another's": refusal(await register(other.access_token, own)),
    'of a sign-in': refusal(await register(token, signIn)),
    'of a registration': refusal(await server.answerSignIn(own.challenge_id, key.get(own.options))),
    'under another id': refusal(
      await server.answerSignIn((await server.askToSignIn()).challenge_id, key.get(signIn.options)),
    ),
    own: refusal(await register(token, own)),
  }).toEqual({
    "another's": '400 webauthn_challenge_not_found',
    'of a sign-in': '400 webauthn_challenge_not_found',
    'of a registration': '400 webauthn_challenge_not_found',
    'under another id': '400 webauthn_challenge_not_found',
    own: '200 no code',
  })
})

test('a challenge is answered within five minutes', async () => {
  const server = shared()
  const { key } = await memberWithPasskey(server)
  const early = await server.askToSignIn()
  server.forward(1000)
  const late = await server.askToSignIn()
  server.forward(5 * MINUTE_MS - 1000)

  const tooLate = await server.answerSignIn(early.challenge_id, key.get(early.options))
  const inTime = await server.answerSignIn(late.challenge_id, key.get(late.options))

  expect(refusal(tooLate)).toBe('400 webauthn_challenge_expired')
  expect(inTime.status).toBe(200)
})

const LIES: Record<string, Said> = {
  'another origin': { origin: 'https://evil.example' },
  'a sub-domain': { origin: 'http://a.localhost:5173' },
  'another port': { origin: 'http://localhost:5174' },
  'another scheme': { origin: 'https://localhost:5173' },
  'a frame of another site': { crossOrigin: true },
  'a frame of a named site': { crossOrigin: true, topOrigin: 'https://evil.example' },
  'a site above without a frame': { topOrigin: 'https://evil.example' },
  'another rp id': { rpId: 'evil.example' },
  'no user verification': { isVerified: false },
  'no user presence': { isPresent: false },
  'backed up, but not eligible': { isBackedUp: true },
  'another ceremony': { type: 'payment.get' },
}

test('an answer with one lie registers nothing and signs nobody in', async () => {
  const server = shared()
  const { key, token } = await memberWithPasskey(server)
  const signedIn: Record<string, string> = {}
  const registered: Record<string, string> = {}

  for (const [name, lies] of Object.entries(LIES)) {
    signedIn[name] = refusal(await server.signInWith(key, lies))
    registered[name] = refusal(await server.register(token, softAuthenticator(), lies))
  }

  const refused = Object.fromEntries(
    Object.keys(LIES).map((name) => [name, '400 webauthn_verification_failed']),
  )
  expect(signedIn).toEqual(refused)
  expect(registered).toEqual(refused)
  expect(await server.passkeysOf(token)).toHaveLength(1)
})

test('a counter without a valid signature is no reason to alarm the owner', async () => {
  const server = shared()
  const { key, id } = await memberWithPasskey(server)
  await server.signInWith(key, { counter: 7 })

  const forged = await server.signInWith(key, { counter: 3, signature: randomBytes(70) })

  expect(refusal(forged)).toBe('400 webauthn_verification_failed')
  expect(await auditOf(server, id, 'passkey_refused')).toEqual([])
})

test('an authenticator that does not count signs in again and again', async () => {
  const server = shared()
  const { key } = await memberWithPasskey(server, { counter: 0 })

  expect([await server.signInWith(key), await server.signInWith(key)].map(refusal)).toEqual([
    '200 no code',
    '200 no code',
  ])
})

test('whether a passkey may be copied never changes, but whether it is copied does', async () => {
  const server = shared()
  const { key, token } = await memberWithPasskey(server, { isBackupEligible: true })

  const bound = await server.signInWith(key, { isBackupEligible: false })
  const synced = await server.signInWith(key, { isBackedUp: true })

  expect([bound, synced].map(refusal)).toEqual(['400 webauthn_verification_failed', '200 no code'])
  expect(await server.passkeysOf(token)).toMatchObject([{ backed_up: true }])
})

test('a passkey signs in only its own user', async () => {
  const server = shared()
  const victim = await memberWithPasskey(server)
  const attacker = await memberWithPasskey(server)
  const handle = Buffer.from(victim.id).toString('base64url')

  expect([
    refusal(await server.signInWith(attacker.key, { userHandle: handle })),
    refusal(await server.signInWith(attacker.key, { userHandle: null })),
    refusal(await server.signInWith(attacker.key, { id: victim.key.id })),
    refusal(await server.signInWith(attacker.key, { id: victim.key.id, userHandle: handle })),
  ]).toEqual(Array(4).fill('400 webauthn_verification_failed'))
})

test('what was changed after signing is refused', async () => {
  const server = shared()
  const { key } = await memberWithPasskey(server)
  const tampered = async (field: 'clientDataJSON' | 'authenticatorData' | 'signature') => {
    const { challenge_id, options } = await server.askToSignIn()
    const { response, ...rest } = key.get(options)
    const changed = { ...response, [field]: CHANGES[field](response[field]) }
    return refusal(await server.answerSignIn(challenge_id, { ...rest, response: changed }))
  }

  expect([
    await tampered('clientDataJSON'),
    await tampered('authenticatorData'),
    await tampered('signature'),
  ]).toEqual(Array(3).fill('400 webauthn_verification_failed'))
})

test('only keys of offered algorithms are registered, and only under their signed id', async () => {
  const server = shared()
  const { access_token: as } = await server.newMember()
  const id = randomBytes(32).toString('base64url')

  expect([
    refusal(await server.register(as, softAuthenticator(), { alg: -65535 })),
    refusal(await server.register(as, softAuthenticator(), { alg: 1 })),
    refusal(await server.register(as, softAuthenticator(), { id })),
  ]).toEqual(Array(3).fill('400 webauthn_verification_failed'))
})

test('a challenge that was forged, changed or cut is unknown', async () => {
  const server = shared()
  const { key } = await memberWithPasskey(server)
  const answerTo = async (change: (challenge: string) => string) => {
    const { challenge_id, options } = await server.askToSignIn()
    const challenge = change(options.challenge)
    return refusal(await server.answerSignIn(challenge_id, key.get({ ...options, challenge })))
  }

  expect([
    await answerTo((challenge) => challenge.slice(0, -4)),
    await answerTo((challenge) => `${challenge}AAAA`),
    await answerTo((challenge) => `${challenge}=`),
    await answerTo((challenge) => changedByte(challenge, 0)),
    await answerTo((challenge) => changedByte(challenge, 20)),
    await answerTo((challenge) => changedByte(challenge, 50)),
    await answerTo(() => randomBytes(54).toString('base64url')),
    await answerTo(() => ''),
  ]).toEqual(Array(8).fill('400 webauthn_challenge_not_found'))
})

test('whoever has set up a second factor uses it before passkeys change', async () => {
  const server = shared()
  const { email, token } = await memberWithFactor(server)
  const key = softAuthenticator()
  const { body: passkey } = await server.register(token, key)
  const { access_token: low } = await server.signIn(email)
  const high = await server.askToRegister(token)
  const credential = softAuthenticator().create(high.options)
  const options = await server.post('/passkeys/registration/options', {}, { as: low })

  expect([
    refusal(options),
    refusal(await server.answerRegistration(low, high.challenge_id, credential)),
    refusal(await server.remove(low, passkey.id)),
    refusal(await server.answerRegistration(token, high.challenge_id, credential)),
  ]).toEqual([
    '403 insufficient_aal',
    '403 insufficient_aal',
    '403 insufficient_aal',
    '200 no code',
  ])
})

test('nobody sees, renames or removes the passkey of another', async () => {
  const server = shared()
  const victim = await memberWithPasskey(server)
  const { access_token: as } = await server.newMember()
  const path = `/passkeys/${victim.passkey.id}`
  const byAdmin = `/admin/users/${victim.id}${path}`

  expect([
    refusal(await server.call(path, { method: 'PATCH', body: { friendly_name: 'x' }, as })),
    refusal(await server.remove(as, victim.passkey.id)),
    refusal(await server.call(`/admin/users/${victim.id}/passkeys`, { as })),
    refusal(await server.call(byAdmin, { method: 'DELETE', as })),
    await server.passkeysOf(as),
  ]).toEqual([
    '404 validation_failed',
    '404 validation_failed',
    '403 not_admin',
    '403 not_admin',
    [],
  ])
  expect(await server.passkeysOf(victim.token)).toHaveLength(1)
})

test('the last way into an account stays, unless an admin removes it', async () => {
  const server = shared()
  const { passkey, token, id } = await memberWithPasskey(server)
  await server.sql('update auth.users set encrypted_password = null where id = $1', [id])
  await server.sql('delete from auth.identities where user_id = $1', [id])

  const own = await server.remove(token, passkey.id)
  const { body: second } = await server.register(token, softAuthenticator())
  const ofTwo = await server.remove(token, passkey.id)
  const admin = await server.admin(`/admin/users/${id}/passkeys/${second.id}`, { method: 'DELETE' })

  expect(refusal(own)).toBe('422 single_identity_not_deletable')
  expect(ofTwo.status).toBe(204)
  expect(admin.status).toBe(204)
})

test('asking for a challenge needs no database', async () => {
  const { db } = shared()
  let isAway = false
  const orAway = <Work extends (...given: never[]) => Promise<unknown>>(work: Work) =>
    ((...given) => (isAway ? Promise.reject(new Error('away')) : work(...given))) as Work
  const ask: typeof db.ask = orAway(db.ask)
  const as: typeof db.as = orAway(db.as)
  const server = await startPasskeys({ db: { ...db, ask, as } })

  isAway = true
  const { status, body } = await server.post('/passkeys/authentication/options', {})
  isAway = false

  expect(status).toBe(200)
  expect(body).toMatchObject({ challenge_id: expect.any(String) })
})

test('an unknown passkey is refused like a known one', async () => {
  const server = shared()
  const { key } = await memberWithPasskey(server)
  const unknown = softAuthenticator()
  unknown.create((await server.askToRegister((await server.newMember()).access_token)).options)

  const ofUnknown = await server.signInWith(unknown)
  const ofKnown = await server.signInWith(key, { signature: randomBytes(70) })

  expect(ofUnknown.body).toEqual(ofKnown.body)
  expect(ofUnknown.status).toBe(ofKnown.status)
})

test('bodies that are no credentials are refused before anything is decoded', async () => {
  const server = shared()
  const { key } = await memberWithPasskey(server)
  const { challenge_id, options } = await server.askToSignIn()
  const credential = key.get(options)
  const { response } = credential
  const answer = async (body: unknown) =>
    refusal(await server.post('/passkeys/authentication/verify', body))
  const changed = (part: object) => answer({ challenge_id, credential: { ...credential, ...part } })
  const huge = 'A'.repeat(500_000)

  expect({
    'no JSON': await answer('{'),
    nothing: await answer({}),
    'no credential': await answer({ challenge_id }),
    'no id of a challenge': await answer({ challenge_id: 'x', credential }),
    'another type': await changed({ type: 'password' }),
    'no base64url': await changed({ id: 'a+b/', rawId: 'a+b/' }),
    'an endless id': await changed({ id: huge, rawId: huge }),
    'endless client data': await changed({ response: { ...response, clientDataJSON: huge } }),
    'an endless signature': await changed({ response: { ...response, signature: huge } }),
    'an endless handle': await changed({ response: { ...response, userHandle: huge } }),
    'client data that is no JSON': await changed({
      response: { ...response, clientDataJSON: 'AAAA' },
    }),
    'client data that is a list': await changed({
      response: { ...response, clientDataJSON: Buffer.from('[1]').toString('base64url') },
    }),
  }).toEqual({
    'no JSON': '400 bad_json',
    nothing: '400 validation_failed',
    'no credential': '400 validation_failed',
    'no id of a challenge': '400 validation_failed',
    'another type': '400 validation_failed',
    'no base64url': '400 validation_failed',
    'an endless id': '400 validation_failed',
    'endless client data': '400 validation_failed',
    'an endless signature': '400 validation_failed',
    'an endless handle': '400 validation_failed',
    'client data that is no JSON': '400 webauthn_verification_failed',
    'client data that is a list': '400 webauthn_verification_failed',
  })
})

test('attestations that nest without end or are no CBOR are refused', async () => {
  const server = shared()
  const { access_token: as } = await server.newMember()
  const refused: string[] = []
  const attestations = [
    Buffer.alloc(24_000, 0x81),
    Buffer.alloc(24_000, 0xa1),
    Buffer.from('bf', 'hex'),
    Buffer.from('9affffffff', 'hex'),
    Buffer.from('5affffffff', 'hex'),
    randomBytes(20_000),
  ]

  for (const attestation of attestations) {
    const { challenge_id, options } = await server.askToRegister(as)
    const { response, ...rest } = softAuthenticator().create(options)
    const attestationObject = attestation.toString('base64url')
    const credential = { ...rest, response: { ...response, attestationObject } }
    refused.push(refusal(await server.answerRegistration(as, challenge_id, credential)))
  }

  expect(refused).toEqual(attestations.map(() => '400 webauthn_verification_failed'))
})

test('a passkey is registered once, whoever tries, and at once too', async () => {
  const server = shared()
  const key = softAuthenticator()
  const one = await server.newMember()
  const other = await server.newMember()
  const answers = await Promise.all([
    server.register(one.access_token, key),
    server.register(other.access_token, key),
    server.register(one.access_token, key),
  ])

  expect(answers.map(refusal).toSorted()).toEqual([
    '200 no code',
    '422 webauthn_credential_exists',
    '422 webauthn_credential_exists',
  ])
})

test('signed-out callers reach no passkeys', async () => {
  const server = shared()
  const id = randomUUID()

  expect([
    refusal(await server.post('/passkeys/registration/options', {})),
    refusal(await server.post('/passkeys/registration/verify', {})),
    refusal(await server.call('/passkeys')),
    refusal(await server.call(`/passkeys/${id}`, { method: 'PATCH', body: {} })),
    refusal(await server.call(`/passkeys/${id}`, { method: 'DELETE' })),
  ]).toEqual(Array(5).fill('401 no_authorization'))
})

const CHANGES = {
  // Another spelling of the same JSON: the challenge stays, the signed bytes change.
  clientDataJSON: (text: string) =>
    Buffer.from(`${Buffer.from(text, 'base64url')} `).toString('base64url'),
  // Within the counter.
  authenticatorData: (text: string) => changedByte(text, 35),
  signature: (text: string) => changedByte(text, 40),
}

function changedByte(text: string, at: number): string {
  const bytes = Buffer.from(text, 'base64url')
  bytes.writeUInt8((bytes.readUInt8(at) + 1) % 256, at)

  return bytes.toString('base64url')
}

async function sessionsOf({ sql }: PasskeysServer, userId: string): Promise<number> {
  const [row] = await sql<{ n: number }>(
    'select count(*)::int as n from auth.sessions where user_id = $1',
    [userId],
  )

  return row?.n ?? 0
}
