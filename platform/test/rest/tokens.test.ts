import { generateKeyPairSync } from 'node:crypto'
import { SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { type Reply, tokenOf, useCatalog } from './rest-server.ts'

const { ask, serveWith } = useCatalog({ jwtAudience: 'catalog' })

const NOW = Math.floor(Date.now() / 1000)

const summary = ({ status, body }: Reply) => [status, body]

test('without a token a request runs as the anonymous role', async () => {
  const { body } = await ask('/rpc/whoami')

  expect(body).toEqual({ role: 'rest_anon', claims: { role: 'rest_anon' } })
})

test('a token names the role, and SQL sees its claims', async () => {
  const token = await tokenOf({ role: 'rest_member', sub: 'ann', any: { thing: [1] } })

  const { body } = await ask('/rpc/whoami', { token })

  expect(body).toEqual({
    role: 'rest_member',
    claims: { role: 'rest_member', sub: 'ann', any: { thing: [1] } },
  })
})

test('a token without a role is anonymous with claims', async () => {
  const { body } = await ask('/rpc/whoami', { token: await tokenOf({ sub: 'ann' }) })

  expect(body).toEqual({ role: 'rest_anon', claims: { role: 'rest_anon', sub: 'ann' } })
})

test('row policies decide by the claims', async () => {
  const pages = async (sub: string) =>
    (await ask('/diary?select=entry', { token: await tokenOf({ role: 'rest_member', sub }) })).body

  expect(await pages('ann')).toEqual([{ entry: 'a page' }, { entry: 'another' }])
  expect(await pages('ben')).toEqual([{ entry: 'b page' }])
  expect(await pages('nobody')).toEqual([])
})

test.each([
  ['no longer valid', { exp: NOW - 60 }, 'JWT expired'],
  ['not yet valid', { nbf: NOW + 60 }, 'JWT not yet valid'],
  ['from the future', { iat: NOW + 60 }, 'JWT issued at future'],
  ['for somebody else', { aud: 'theatre' }, 'JWT not in audience'],
  ['for several others', { aud: ['theatre', 'opera'] }, 'JWT not in audience'],
  ['with a wrong exp', { exp: 'soon' }, "The JWT 'exp' claim must be a number"],
  ['with a wrong nbf', { nbf: '1' }, "The JWT 'nbf' claim must be a number"],
  ['with a wrong iat', { iat: {} }, "The JWT 'iat' claim must be a number"],
  ['with a wrong aud', { aud: 5 }, "The JWT 'aud' claim must be a string or an array of strings"],
])('a token %s is refused', async (_what, claims, message) => {
  const reply = await ask('/films', { token: await tokenOf({ role: 'rest_member', ...claims }) })

  expect(summary(reply)).toEqual([401, { code: 'PGRST303', message, details: null, hint: null }])
  expect(reply.headers.get('www-authenticate')).toBe(
    `Bearer error="invalid_token", error_description="${message}"`,
  )
})

test.each([
  ['a little too old', { exp: NOW - 10 }],
  ['a little too early', { nbf: NOW + 10, iat: NOW + 10 }],
  ['for us', { aud: 'catalog' }],
  ['for us among others', { aud: ['theatre', 'catalog'] }],
  ['for nobody in particular', { aud: [] }],
])('a token that is %s passes', async (_what, claims) => {
  const reply = await ask('/films?limit=1', {
    token: await tokenOf({ role: 'rest_member', ...claims }),
  })

  expect(reply.status).toBe(200)
})

test.each([
  ['empty', '', 'Empty JWT is sent in Authorization header', null],
  ['of one part', 'nonsense', 'Expected 3 parts in JWT; got 1', null],
  ['of two parts', 'a.b', 'Expected 3 parts in JWT; got 2', null],
  ['no JSON', 'a.b.c', 'JWT cryptographic operation failed', null],
])('a token that is %s is refused', async (_what, token, message, details) => {
  const reply = await ask('/films', { headers: { authorization: `Bearer ${token}` } })

  expect(summary(reply)).toEqual([401, { code: 'PGRST301', message, details, hint: null }])
})

test('a token that nobody signed is refused', async () => {
  const none = Buffer.from('{"alg":"none"}').toString('base64url')
  const claims = Buffer.from('{"role":"rest_member"}').toString('base64url')
  const message = 'Wrong or unsupported encoding algorithm'

  for (const signature of ['', 'x']) {
    const reply = await ask('/films', { token: `${none}.${claims}.${signature}` })

    expect(summary(reply)).toEqual([
      401,
      {
        code: 'PGRST301',
        message,
        details: "JWT is unsecured but expected 'alg' was not 'none'",
        hint: null,
      },
    ])
    expect(reply.headers.get('www-authenticate')).toBe(
      `Bearer error="invalid_token", error_description="${message}"`,
    )
  }
})

test('a token of another secret, or changed on the way, is refused', async () => {
  const foreign = await tokenOf({ role: 'rest_member' }, 'another secret that is also long enough')
  const [head, , sign] = (await tokenOf({ role: 'rest_anon' })).split('.')
  const claims = Buffer.from(JSON.stringify({ role: 'rest_member' })).toString('base64url')

  const replies = await Promise.all(
    [foreign, `${head}.${claims}.${sign}`].map((token) => ask('/films', { token })),
  )

  expect(replies.map(({ status }) => status)).toEqual([401, 401])
  expect(replies.map(({ body }) => (body as { message: string }).message)).toEqual([
    'No suitable key or wrong key type',
    'No suitable key or wrong key type',
  ])
})

test('a role that does not exist is nobody', async () => {
  const reply = await ask('/films', { token: await tokenOf({ role: 'nobody_at_all' }) })

  expect(summary(reply)).toEqual([401, expect.objectContaining({ code: '22023' })])
})

test('without rights an anonymous caller is asked to sign in, a member is not', async () => {
  const anonymous = await ask('/forbidden')
  const member = await ask('/forbidden', { token: await tokenOf({ role: 'rest_member' }) })

  expect(summary(anonymous)).toEqual([401, expect.objectContaining({ code: '42501' })])
  expect(anonymous.headers.get('www-authenticate')).toBe('Bearer')
  expect(summary(member)).toEqual([403, expect.objectContaining({ code: '42501' })])
})

test('another scheme than Bearer shows no token', async () => {
  const reply = await ask('/rpc/whoami', { headers: { authorization: 'Basic YTpi' } })

  expect(reply.body).toMatchObject({ role: 'rest_anon' })
})

test('anonymous callers may be refused, and a server without a secret believes no token', async () => {
  const closed = await serveWith({ anonRole: null, jwtSecret: null })

  const anonymous = await closed('/films')
  const member = await closed('/films', { token: await tokenOf({ role: 'rest_member' }) })

  expect(summary(anonymous)).toEqual([
    401,
    { code: 'PGRST302', message: 'Anonymous access is disabled', details: null, hint: null },
  ])
  expect(anonymous.headers.get('www-authenticate')).toBe('Bearer')
  expect(summary(member)).toEqual([
    500,
    { code: 'PGRST300', message: 'Server lacks JWT secret', details: null, hint: null },
  ])
})

test('tokens may be signed with a public key', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'k1', alg: 'ES256' }
  const catalog = await serveWith({ jwtSecret: JSON.stringify({ keys: [jwk] }) })
  const token = await new SignJWT({ role: 'rest_member' })
    .setProtectedHeader({ alg: 'ES256', kid: 'k1' })
    .sign(privateKey)

  const reply = await catalog('/rpc/whoami', { token })
  const confused = await catalog('/rpc/whoami', {
    token: await tokenOf({ role: 'rest_member' }, JSON.stringify(jwk)),
  })

  expect(reply.body).toMatchObject({ role: 'rest_member' })
  expect(confused.status).toBe(401)
})
