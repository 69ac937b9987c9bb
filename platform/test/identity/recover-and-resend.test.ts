import { expect, test } from 'vitest'
import { movableClock } from '#clock/clock.ts'
import { startAuth } from '#test/auth-server.ts'
import { addMember, newAddress, outcome, outcomes, PASSWORD } from './people.ts'

test('a recovery mail goes to members only, and no caller learns who they are', async () => {
  const auth = await startAuth({ withMail: true })
  const { email } = await addMember(auth)
  const unknownCaller = newAddress()

  const known = await auth.post('/recover', { email })
  const unknown = await auth.post('/recover', { email: unknownCaller })

  expect([known.status, known.body]).toEqual([200, {}])
  expect([unknown.status, unknown.body]).toEqual([200, {}])
  expect((await auth.mailTo(email)).subject).toContain('password')
  expect(await auth.mailsTo(unknownCaller)).toEqual([])
})

test('a request without an address or with a malformed one is refused', async () => {
  const auth = await startAuth()

  const found = await outcomes({
    'recover nobody': () => auth.post('/recover', {}),
    'recover nonsense': () => auth.post('/recover', { email: 'nonsense' }),
    'resend nothing': () => auth.post('/resend', {}),
    'resend an unknown type': () => auth.post('/resend', { type: 'invite', email: 'a@b.test' }),
    'resend to nobody': () => auth.post('/resend', { type: 'signup' }),
    'resend a mail to a phone': () =>
      auth.post('/resend', { type: 'signup', phone: '15551234567' }),
    'resend a text to a mailbox': () => auth.post('/resend', { type: 'sms', email: 'a@b.test' }),
    'resend a text while phones are off': () =>
      auth.post('/resend', { type: 'phone_change', phone: '15551234567' }),
  })

  expect(found).toEqual({
    'recover nobody': '400 validation_failed',
    'recover nonsense': '400 validation_failed',
    'resend nothing': '400 validation_failed',
    'resend an unknown type': '400 validation_failed',
    'resend to nobody': '400 validation_failed',
    'resend a mail to a phone': '400 validation_failed',
    'resend a text to a mailbox': '400 validation_failed',
    'resend a text while phones are off': '400 phone_provider_disabled',
  })
})

test('a confirmation is sent again while it is pending, and otherwise nothing happens', async () => {
  const auth = await startAuth({ withMail: true, env: { AUTH_MAIL_INTERVAL_S: '0' } })
  const { email: confirmed } = await addMember(auth)
  const [pending, unknown] = [newAddress(), newAddress()]
  await auth.post('/signup', { email: pending, password: PASSWORD })
  const resend = (email: string) => auth.post('/resend', { type: 'signup', email })

  const answers = [await resend(pending), await resend(confirmed), await resend(unknown)]

  expect(answers.map(({ status, body }) => [status, body])).toEqual(Array(3).fill([200, {}]))
  expect(await auth.mailsTo(pending)).toHaveLength(2)
  expect(await auth.mailsTo(confirmed)).toEqual([])
  expect(await auth.mailsTo(unknown)).toEqual([])
})

test.each([
  ['/recover', {}],
  ['/resend', { type: 'signup' }],
  ['/otp', {}],
  ['/signup', { password: PASSWORD }],
])(
  'a second call of %s within a minute is refused for known and unknown addresses alike',
  async (path, fields) => {
    const auth = await startAuth()
    const { email: known } = await addMember(auth)
    const ask = (email: string) => auth.post(path, { email, ...fields })

    const seen: Record<string, unknown[]> = {}
    for (const [name, email] of Object.entries({ known, unknown: newAddress() })) {
      const answers = [await ask(email), await ask(email)]
      seen[name] = answers.map((answer) => [outcome(answer), answer.headers.has('retry-after')])
    }

    const same = [
      ['200', false],
      ['429 over_email_send_rate_limit', true],
    ]
    expect(seen).toEqual({ known: same, unknown: same })
  },
)

test('a request too soon is answered with the time to wait, and accepted after it', async () => {
  const clock = movableClock()
  const auth = await startAuth({ clock })
  const { email } = await addMember(auth)
  const recover = () => auth.post('/recover', { email })

  await recover()
  clock.moveTo(20_000)
  const soon = await recover()
  clock.moveTo(61_000)
  const later = await recover()

  const [, seconds] =
    /^For security purposes, you can only request this after (\d+) seconds\.$/.exec(
      String(soon.body.message),
    ) ?? []
  expect(Number(seconds)).toBeGreaterThan(0)
  expect(Number(seconds)).toBeLessThanOrEqual(40)
  expect(soon.headers.get('retry-after')).toBe(seconds)
  expect(later.status).toBe(200)
})

test('so many mails an hour leave the installation', async () => {
  const auth = await startAuth({ env: { AUTH_MAILS_PER_HOUR: '10' } })
  const sign = (n: number) =>
    auth.post(
      '/signup',
      { email: newAddress(), password: PASSWORD },
      { from: `203.0.113.${n + 1}` },
    )

  const drawn = []
  for (let n = 0; n < 10; n++) drawn.push(await sign(n))
  const refused = drawn.filter(({ status }) => status === 429)

  expect(refused).toHaveLength(3)
  expect(refused[0]?.body).toEqual({
    code: 'over_email_send_rate_limit',
    message: 'email rate limit exceeded',
  })
})

test('neither a used-up quota nor a remaining one reveals known addresses', async () => {
  const auth = await startAuth({
    env: { AUTH_MAILS_PER_HOUR: '3', AUTH_MAIL_INTERVAL_S: '0' },
  })
  const { email } = await addMember(auth)
  let n = 0
  const ask = (path: string, body: object) => auth.post(path, body, { from: `203.0.113.${++n}` })
  for (const unknown of ['a', 'b', 'c']) await ask('/recover', { email: newAddress(unknown) })

  const found: string[] = []
  for (const address of [email, newAddress()]) {
    found.push(
      outcome(await ask('/recover', { email: address })),
      outcome(await ask('/resend', { type: 'signup', email: address })),
      outcome(await ask('/otp', { email: address })),
      outcome(await ask('/signup', { email: address, password: PASSWORD })),
    )
  }

  expect(found).toEqual(Array(8).fill('429 over_email_send_rate_limit'))
})

test('mails speak the language of the account', async () => {
  const auth = await startAuth({ withMail: true })
  const email = newAddress()

  await auth.post('/signup', { email, password: PASSWORD, data: { language: 'es' } })

  expect((await auth.mailTo(email)).subject).toMatch(/Confirma/)
})

test('the way through a forgotten password ends with a new one', async () => {
  const auth = await startAuth({ withMail: true })
  const { email } = await addMember(auth)
  await auth.post('/recover', { email })
  const { link } = await auth.mailTo(email)
  const place = (await fetch(link, { redirect: 'manual' })).headers.get('location') ?? ''
  const session = new URLSearchParams(place.split('#')[1])

  const changed = await auth.call('/user', {
    method: 'PUT',
    body: { password: 'brand new 1' },
    as: session.get('access_token') ?? '',
  })

  expect(session.get('type')).toBe('recovery')
  expect(changed.status).toBe(200)
  const grant = (password: string) => auth.post('/token?grant_type=password', { email, password })
  expect(outcome(await grant(PASSWORD))).toBe('400 invalid_credentials')
  expect(outcome(await grant('brand new 1'))).toBe('200')
})
