import type { SessionJson } from '@app/contract/identity'
import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { movableClock } from '#clock/clock.ts'
import { startAuth } from '#test/auth-server.ts'
import { addMember, linkFor, newAddress, outcome, outcomes, PASSWORD } from './people.ts'

test('a verification that cannot be is refused with its own status and code', async () => {
  const auth = await startAuth()
  const { email } = await addMember(auth)
  const verify = (body: object) => () => auth.post('/verify', body)

  const found = await outcomes({
    'no type': verify({ email, token: '123456' }),
    'neither code nor link': verify({ type: 'email', email }),
    'both code and link': verify({ type: 'email', email, token: '1', token_hash: '2' }),
    'link with address': verify({ type: 'email', email, token_hash: 'x' }),
    'link with redirect': verify({ type: 'email', token_hash: 'x', redirect_to: 'http://x' }),
    'no address': verify({ type: 'email', token: '123456' }),
    'bad e-mail': verify({ type: 'email', email: 'nobody', token: '123456' }),
    'bad phone': verify({ type: 'sms', phone: '1-555', token: '123456' }),
    'unknown type': verify({ type: 'smoke', email, token: '123456' }),
    'phone type for mail': verify({ type: 'sms', email, token: '123456' }),
    'mail type for phone': verify({ type: 'email', phone: '15551234567', token: '123456' }),
    'wrong code': verify({ type: 'email', email, token: '123456' }),
    'unknown address': verify({ type: 'email', email: newAddress(), token: '123456' }),
    'unknown phone': verify({ type: 'sms', phone: '15551234567', token: '123456' }),
    'unknown link': verify({ type: 'email', token_hash: 'f'.repeat(64) }),
  })

  expect(found).toEqual({
    'no type': '400 validation_failed',
    'neither code nor link': '400 validation_failed',
    'both code and link': '400 validation_failed',
    'link with address': '400 validation_failed',
    'link with redirect': '400 validation_failed',
    'no address': '400 validation_failed',
    'bad e-mail': '422 validation_failed',
    'bad phone': '400 validation_failed',
    'unknown type': '400 validation_failed',
    'phone type for mail': '400 validation_failed',
    'mail type for phone': '400 validation_failed',
    'wrong code': '403 otp_expired',
    'unknown address': '403 otp_expired',
    'unknown phone': '403 otp_expired',
    'unknown link': '403 otp_expired',
  })
})

test.each(['signup', 'email'])(
  'the code of a confirmation opens the account as type %s',
  async (type) => {
    const auth = await startAuth({ withMail: true })
    const email = newAddress()
    await auth.post('/signup', { email, password: PASSWORD })
    const { code } = await auth.mailTo(email)

    const { status, body } = await auth.post<SessionJson>('/verify', { type, email, token: code })

    expect(status).toBe(200)
    expect(body.user).toMatchObject({
      email_confirmed_at: expect.any(String),
      user_metadata: { email_verified: true },
      identities: [{ identity_data: { email_verified: true } }],
    })
    expect(decodeJwt(body.access_token).amr).toEqual([
      { method: 'otp', timestamp: expect.any(Number) },
    ])
  },
)

test.each([
  ['an address that is new here', null, 'Confirm'],
  ['a member', PASSWORD, 'sign-in'],
] as const)(
  'a link for %s mails a code that opens the account as type email',
  async (_who, password, subject) => {
    const auth = await startAuth({ withMail: true })
    const email = newAddress()
    if (password) await addMember(auth, email)

    const asked = await auth.post('/otp', { email, data: { full_name: 'Ada' } })
    const mail = await auth.mailTo(email)
    const opened = await auth.post<SessionJson>('/verify', {
      type: 'email',
      email,
      token: mail.code,
    })

    expect(asked.body).toEqual({})
    expect(mail.subject).toContain(subject)
    expect(opened.status).toBe(200)
    expect(opened.body.user.email_confirmed_at).toBeDefined()
  },
)

test('without leave to create accounts, an unknown address gets none', async () => {
  const auth = await startAuth()
  const { email } = await addMember(auth)

  const found = await outcomes({
    known: () => auth.post('/otp', { email, create_user: false }),
    unknown: () => auth.post('/otp', { email: newAddress(), create_user: false }),
    nobody: () => auth.post('/otp', {}),
    both: () => auth.post('/otp', { email, phone: '15551234567' }),
    malformed: () => auth.post('/otp', { email: 'nobody' }),
    phone: () => auth.post('/otp', { phone: '15551234567' }),
    'the older address': () => auth.post('/magiclink', { email: newAddress() }),
    'the older address without e-mail': () => auth.post('/magiclink', {}),
  })

  expect(found).toEqual({
    known: '200',
    unknown: '422 otp_disabled',
    nobody: '400 validation_failed',
    both: '400 validation_failed',
    malformed: '400 validation_failed',
    phone: '400 phone_provider_disabled',
    'the older address': '200',
    'the older address without e-mail': '400 validation_failed',
  })
})

test('after five wrong guesses even the right code is refused', async () => {
  const auth = await startAuth()
  const { email } = await addMember(auth)
  const { email_otp: code } = await linkFor(auth, { type: 'recovery', email })
  const guess = (token: string) => auth.post('/verify', { type: 'recovery', email, token })
  const wrong = code === '000000' ? '000001' : '000000'

  for (let n = 0; n < 5; n++) expect(outcome(await guess(wrong))).toBe('403 otp_expired')

  expect(outcome(await guess(code))).toBe('403 otp_expired')
})

test('four wrong guesses are forgiven, and asking for new codes gives no endless guesses', async () => {
  const auth = await startAuth()
  const { email } = await addMember(auth)
  const guess = (token: string, from: string) =>
    auth.post('/verify', { type: 'recovery', email, token }, { from })
  const wrongFor = (code: string) => (code === '000000' ? '000001' : '000000')
  const first = await linkFor(auth, { type: 'recovery', email })

  for (let n = 0; n < 4; n++) await guess(wrongFor(first.email_otp), '203.0.113.1')
  expect((await guess(first.email_otp, '203.0.113.1')).status).toBe(200)

  const seen = new Set<string>()
  for (let n = 0; n < 25; n++) {
    const { email_otp } = await linkFor(auth, { type: 'recovery', email })
    seen.add(outcome(await guess(wrongFor(email_otp), `203.0.113.${n + 2}`)))
  }
  expect(seen).toEqual(new Set(['403 otp_expired', '429 over_request_rate_limit']))
})

test.each(['signup', 'magiclink', 'recovery', 'invite'])(
  'of eight concurrent requests with the same %s code, one gets a session',
  async (type) => {
    const auth = await startAuth()
    const email = newAddress()
    if (type === 'magiclink' || type === 'recovery') await addMember(auth, email)
    const made = await linkFor(auth, { type, email, password: PASSWORD })
    const ways = [
      { type, email, token: made.email_otp },
      { type, token_hash: made.hashed_token },
    ]

    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => auth.post('/verify', ways[n % 2])),
    )

    const drawn = answers.map(outcome).sort()
    expect(drawn).toEqual(['200', ...Array(7).fill('403 otp_expired')])
    expect(await auth.sql('select from auth.sessions')).toHaveLength(1)
  },
)

test('a new code ends the old one of its kind', async () => {
  const auth = await startAuth()
  const { email } = await addMember(auth)
  const first = await linkFor(auth, { type: 'recovery', email })
  const second = await linkFor(auth, { type: 'recovery', email })

  const found = await outcomes({
    'old link': () => auth.post('/verify', { type: 'recovery', token_hash: first.hashed_token }),
    'new link': () => auth.post('/verify', { type: 'recovery', token_hash: second.hashed_token }),
  })

  expect(found).toEqual({ 'old link': '403 otp_expired', 'new link': '200' })
})

test('a code opens neither another account nor another purpose', async () => {
  const auth = await startAuth()
  const [mine, other] = [await addMember(auth), await addMember(auth)]
  const { email_otp: token, hashed_token } = await linkFor(auth, {
    type: 'recovery',
    email: mine.email,
  })
  await linkFor(auth, { type: 'recovery', email: other.email })

  const found = await outcomes({
    'another account': () => auth.post('/verify', { type: 'recovery', email: other.email, token }),
    'as sign-up': () => auth.post('/verify', { type: 'signup', email: mine.email, token }),
    'as invitation': () => auth.post('/verify', { type: 'invite', email: mine.email, token }),
    'as e-mail change': () =>
      auth.post('/verify', { type: 'email_change', email: mine.email, token }),
    'link as sign-up': () => auth.post('/verify', { type: 'signup', token_hash: hashed_token }),
    'link as e-mail change': () =>
      auth.post('/verify', { type: 'email_change', token_hash: hashed_token }),
    'the digits as a link': () => auth.post('/verify', { type: 'recovery', token_hash: token }),
    itself: () => auth.post('/verify', { type: 'recovery', email: mine.email, token }),
  })

  expect(found).toEqual({
    'another account': '403 otp_expired',
    'as sign-up': '403 otp_expired',
    'as invitation': '403 otp_expired',
    'as e-mail change': '403 otp_expired',
    'link as sign-up': '403 otp_expired',
    'link as e-mail change': '403 otp_expired',
    'the digits as a link': '403 otp_expired',
    itself: '200',
  })
})

test('a code or link that came too late opens nothing', async () => {
  const clock = movableClock()
  const auth = await startAuth({ clock })
  const { email } = await addMember(auth)
  const { email_otp, hashed_token, action_link } = await linkFor(auth, { type: 'recovery', email })
  clock.moveTo(3_600_000)

  const byCode = await auth.post('/verify', { type: 'recovery', email, token: email_otp })
  const byHash = await auth.post('/verify', { type: 'recovery', token_hash: hashed_token })
  const byLink = await fetch(action_link, { redirect: 'manual' })

  expect(byCode.body).toEqual({ code: 'otp_expired', message: 'Token has expired or is invalid' })
  expect(byHash.body).toEqual({
    code: 'otp_expired',
    message: 'Email link is invalid or has expired',
  })
  expect(byLink.status).toBe(303)
  expect(byLink.headers.get('set-cookie')).toBeNull()
  expect(byLink.headers.get('location')).toBe(
    `${auth.url}#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired&type=recovery&sb=`,
  )
  expect(await auth.sql('select from auth.sessions')).toEqual([])
})

test('success ends every other code of the user, and a ban refuses them all', async () => {
  const auth = await startAuth()
  const { id, email } = await addMember(auth)
  const recovery = await linkFor(auth, { type: 'recovery', email })
  const change = await linkFor(auth, {
    type: 'email_change_new',
    email,
    new_email: newAddress(),
  })
  await auth.post('/verify', { type: 'recovery', token_hash: recovery.hashed_token })

  const after = await auth.post('/verify', {
    type: 'email_change',
    token_hash: change.hashed_token,
  })
  const another = await linkFor(auth, { type: 'magiclink', email })
  await auth.admin(`/admin/users/${id}`, { method: 'PUT', body: { ban_duration: '1h' } })
  const banned = await auth.post('/verify', {
    type: 'magiclink',
    token_hash: another.hashed_token,
  })

  expect(outcome(after)).toBe('403 otp_expired')
  expect(outcome(banned)).toBe('403 user_banned')
})
