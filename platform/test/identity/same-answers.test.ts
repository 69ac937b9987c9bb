import { expect, test } from 'vitest'
import { type Answer, type AuthServer, startAuth } from '#test/auth-server.ts'
import { addMember, newAddress, PASSWORD } from './people.ts'

const NOT_LIMITED = { AUTH_RATE_LIMIT_FACTOR: '0', AUTH_MAIL_INTERVAL_S: '0' }
const CHALLENGE = 'a'.repeat(43)

const DATA = {
  z: 1,
  full_name: 'Ana',
  // Values of these names are the service's own; a caller's must not show through.
  email: 'other@example.test',
  email_verified: true,
  sub: 'mine',
  nothing: null,
  nested: { longer: 1.5, a: [{ bb: -0, a: 1e21 }], '10': 'ten', é: 'ü' },
}

test.each([
  ['plain', { password: 'another-1' }],
  ['with metadata', { password: 'another-1', data: DATA }],
  [
    'with PKCE',
    { password: 'another-1', code_challenge: CHALLENGE, code_challenge_method: 's256' },
  ],
])('a sign-up, %s, is answered alike whoever has the address', async (_, body) => {
  const auth = await startAuth({ withMail: true, env: NOT_LIMITED })
  const addresses = await addressesOfEveryKind(auth)

  const answers = await inTurn(addresses, async (email) => {
    const before = await hashesMade(auth)
    const answer = await auth.post('/signup', { email, ...body })
    return { ...drawn(answer, email), hashes: (await hashesMade(auth)) - before }
  })

  const { unknown, ...known } = answers
  expect(unknown).toMatchObject({ status: 200, hashes: 1 })
  for (const answer of Object.values(known)) expect(answer).toEqual(unknown)
})

test('mails are asked for with the same answer whoever has the address', async () => {
  const auth = await startAuth({ withMail: true, env: NOT_LIMITED })
  const calls: Record<string, object> = {
    '/otp': {},
    '/magiclink': {},
    '/recover': {},
    '/resend': { type: 'signup' },
    '/resend?': { type: 'email_change' },
  }

  for (const [path, body] of Object.entries(calls)) {
    const addresses = await addressesOfEveryKind(auth)
    const answers = await inTurn(addresses, async (email) =>
      drawn(await auth.post(path, { email, ...body }), email),
    )

    const { unknown, ...known } = answers
    expect(unknown).toMatchObject({ status: 200, text: '{}' })
    for (const answer of Object.values(known)) expect(answer).toEqual(unknown)
  }
})

test('a number with a test code is answered alike whoever has it', async () => {
  const [unknown, unconfirmed, confirmed] = ['15550000001', '15550000002', '15550000003']
  const numbers = { unknown, unconfirmed, confirmed }
  const codes = Object.values(numbers).map((number) => `${number}=123456`)
  const env = { ...NOT_LIMITED, AUTH_PHONE_ENABLED: 'true', AUTH_TEST_OTPS: codes.join(',') }
  const auth = await startAuth({ env })
  await auth.post('/signup', { phone: unconfirmed, password: PASSWORD })
  await addNumber(auth, confirmed, true)

  const answers = await inTurn(numbers, async (phone) =>
    drawn(await auth.post('/signup', { phone, password: 'another-1', data: DATA }), phone),
  )

  expect(answers.unknown).toMatchObject({ status: 200 })
  expect(answers.unconfirmed).toEqual(answers.unknown)
  expect(answers.confirmed).toEqual(answers.unknown)
})

test.each([
  ['/signup', { password: 'another-1' }],
  ['/otp', {}],
  ['/resend', { type: 'sms' }],
  ['/resend', { type: 'phone_change' }],
])('%s with %j refuses a number without a code alike whoever has it', async (path, body) => {
  const [unknown, unconfirmed, confirmed] = ['15550000004', '15550000005', '15550000006']
  const auth = await startAuth({ env: { ...NOT_LIMITED, AUTH_PHONE_ENABLED: 'true' } })
  await addNumber(auth, unconfirmed, false)
  await addNumber(auth, confirmed, true)

  const answers = await inTurn({ unknown, unconfirmed, confirmed }, async (phone) =>
    drawn(await auth.post(path, { phone, ...body }), phone),
  )

  expect(answers.unknown.status).toBeGreaterThanOrEqual(400)
  expect(answers.unconfirmed).toEqual(answers.unknown)
  expect(answers.confirmed).toEqual(answers.unknown)
})

async function addressesOfEveryKind(auth: AuthServer) {
  const [unconfirmed, byLink, invited] = [newAddress(), newAddress(), newAddress()]
  const { email: confirmed } = await addMember(auth)
  const { email: banned, id } = await addMember(auth)
  await auth.post('/signup', { email: unconfirmed, password: PASSWORD, data: { first: 1 } })
  await auth.post('/otp', { email: byLink })
  await auth.admin('/invite', { method: 'POST', body: { email: invited, data: { team: 'x' } } })
  await auth.admin(`/admin/users/${id}`, { method: 'PUT', body: { ban_duration: '1h' } })

  return { unknown: newAddress(), unconfirmed, byLink, invited, confirmed, banned }
}

const addNumber = (auth: AuthServer, phone: string, isConfirmed: boolean) =>
  auth.admin('/admin/users', {
    method: 'POST',
    body: { phone, password: PASSWORD, phone_confirm: isConfirmed },
  })

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g

/**
 * The whole answer as text, order of keys included. Ids and times are numbered by their first appearance, so that
 * equal ones stay equal; all times are one, because their order within a request is a matter of milliseconds.
 */
function drawn({ status, headers, body }: Answer<unknown>, address: string) {
  const ids: string[] = []
  const numbered = (id: string) => {
    if (!ids.includes(id)) ids.push(id)
    return `<id ${ids.indexOf(id)}>`
  }
  const text = JSON.stringify(body)
    .replaceAll(address, '<address>')
    .replace(UUID, numbered)
    .replace(TIME, '<time>')
  const names = [...headers.keys()].filter((name) => name !== 'content-length')

  return { status, text, headers: names.join(' ') }
}

async function inTurn<Name extends string, Result>(
  addresses: Record<Name, string>,
  ask: (address: string) => Promise<Result>,
): Promise<Record<Name, Result>> {
  const found = {} as Record<Name, Result>
  for (const [name, address] of Object.entries<string>(addresses)) {
    found[name as Name] = await ask(address)
  }

  return found
}

/** How many passwords the server has hashed or compared since its start. */
async function hashesMade({ url }: AuthServer): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()

  return Number(/^password_hash_seconds_count (\d+)$/m.exec(text)?.[1])
}
