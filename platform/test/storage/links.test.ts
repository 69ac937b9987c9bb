import { SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { movableClock } from '#clock/clock.ts'
import { PNG, startStorage } from './storage-server.ts'

const HOUR_MS = 3_600_000

test('a signed address dies at its time, to the second', async () => {
  const clock = movableClock()
  const { bucket } = await startStorage({ clock })
  const files = await bucket()
  await files.upload('a.png', PNG, { contentType: 'image/png' })
  const { data } = await files.createSignedUrl('a.png', 3600)
  const look = async (offsetMs: number) => {
    clock.moveTo(offsetMs)
    return fetch(data?.signedUrl ?? '')
  }

  const early = await look(HOUR_MS - 60_000)
  const late = await look(HOUR_MS)

  expect(early.status).toBe(200)
  expect(early.headers.get('cache-control')).toMatch(/^private, max-age=\d{1,2}$/)
  expect(new Date(early.headers.get('expires') ?? '').getTime()).toBeGreaterThan(Date.now())
  expect(late.status).toBe(400)
  expect(await late.json()).toEqual({
    statusCode: '400',
    error: 'InvalidJWT',
    code: 'InvalidJWT',
    message: '"exp" claim timestamp check failed',
  })
  expect(late.headers.get('cache-control')).toBe('no-store')
})

test('a signed address cannot be altered', async () => {
  const { bucket, url, tokenOf, service } = await startStorage()
  const files = await bucket()
  await files.upload('a.png', PNG)
  await files.upload('b.png', PNG)
  const { data } = await files.createSignedUrl('a.png', 60)
  const token = new URL(data?.signedUrl ?? '').searchParams.get('token') ?? ''
  const [header, payload = '', signature] = token.split('.')
  const upload = await files.createSignedUploadUrl('c.png')
  const open = async (path: string, given: string) => {
    const answer = await fetch(`${url}/object/sign/papers/${path}?token=${given}`)
    return [answer.status, ((await answer.json()) as { code: string }).code]
  }

  expect(await open('b.png', token)).toEqual([400, 'InvalidSignature'])
  expect(await open('a.png', [header, longer(payload), signature].join('.'))).toEqual([
    400,
    'InvalidJWT',
  ])
  expect(await open('a.png', `${header}.${payload}.`)).toEqual([400, 'InvalidJWT'])
  expect(await open('a.png', [NO_ALGORITHM, payload, ''].join('.'))).toEqual([400, 'InvalidJWT'])
  expect(await open('a.png', '')).toEqual([400, 'InvalidJWT'])
  expect(await open('a.png', 'nonsense')).toEqual([400, 'InvalidJWT'])
  expect(await open('a.png', await tokenOf(service))).toEqual([400, 'InvalidJWT'])
  expect(await open('a.png', await signedWithSessionKey('papers/a.png'))).toEqual([
    400,
    'InvalidJWT',
  ])
  expect(await open('c.png', upload.data?.token ?? '')).toEqual([400, 'InvalidSignature'])
})

test('a link to a file is not a session, and a link to read is not one to write', async () => {
  const { bucket, url } = await startStorage()
  const files = await bucket()
  await files.upload('a.png', PNG)
  const { data } = await files.createSignedUrl('a.png', 60)
  const token = new URL(data?.signedUrl ?? '').searchParams.get('token') ?? ''
  const forged = await signedWithSessionKey('papers/a.png')
  const bearer = async (given: string) =>
    (await fetch(`${url}/bucket`, { headers: { authorization: `Bearer ${given}` } })).json()

  const write = await files.uploadToSignedUrl('a.png', token, PNG)

  expect(write.error).toMatchObject({ message: 'Token is not scoped for upload' })
  expect(await bearer(token)).toMatchObject({ statusCode: '403', code: 'AccessDenied' })
  expect(await bearer(forged)).toMatchObject({ message: 'signature verification failed' })
})

test('a signed upload dies after two hours and keeps its owner', async () => {
  const clock = movableClock()
  const { clientOf, member, sql } = await startStorage({ clock })
  const avatars = (await clientOf(member)).from('avatars')
  const path = `${member.id}/face.png`
  const sign = async () => (await avatars.createSignedUploadUrl(path)).data?.token ?? ''
  const upload = (token: string) =>
    avatars.uploadToSignedUrl(path, token, PNG, { contentType: 'image/png' })
  const old = await sign()

  clock.moveTo(2 * HOUR_MS)
  const late = await upload(old)
  const intime = await upload(await sign())

  expect(late.error).toMatchObject({ message: '"exp" claim timestamp check failed' })
  expect(intime.error).toBeNull()
  expect(await sql('select owner, owner_id from storage.objects')).toEqual([
    { owner: member.id, owner_id: member.id },
  ])
})

test('what a link must live is a whole number of seconds, and no eternity', async () => {
  const { bucket, ask, service } = await startStorage()
  const files = await bucket()
  await files.upload('a.png', PNG)
  const sign = async (expiresIn: unknown) => {
    const answer = await ask(service, '/object/sign/papers/a.png', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ expiresIn, transform: { width: 100 } }),
    })
    return ((await answer.json()) as { code?: string; signedURL?: string }) ?? {}
  }

  expect((await sign(60)).signedURL).toMatch(/^\/object\/sign\/papers\/a\.png\?token=/)
  for (const bad of [0, -1, 1.5, '60', null, undefined]) {
    expect(await sign(bad)).toMatchObject({ code: 'InvalidRequest' })
  }
  expect(await sign(Number.MAX_SAFE_INTEGER)).toMatchObject({ code: 'InvalidParameter' })
})

const NO_ALGORITHM = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')

/** The same claims, good for ten years more. */
function longer(payload: string): string {
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { exp: number }

  return Buffer.from(JSON.stringify({ ...claims, exp: claims.exp + 315_360_000 })).toString(
    'base64url',
  )
}

const signedWithSessionKey = (url: string) =>
  new SignJWT({ url, scope: 'download', role: 'service_role' })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode('a secret for tests, at least 32 characters long'))
