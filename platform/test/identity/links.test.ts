import { expect, test } from 'vitest'
import { startAuth } from '#test/auth-server.ts'
import { addMember, linkFor, newAddress, outcome, outcomes, PASSWORD } from './people.ts'

test('the link of a mail signs its owner in and redirects to the requested target', async () => {
  const auth = await startAuth({ withMail: true })
  const email = newAddress()
  const goal = `${auth.url}/dashboard?from=mail&x=1`
  await auth.post(`/signup?redirect_to=${encodeURIComponent(goal)}`, { email, password: PASSWORD })
  const { link } = await auth.mailTo(email)

  const answer = await fetch(link, { redirect: 'manual' })

  expect(answer.status).toBe(303)
  const [place, fragment] = (answer.headers.get('location') ?? '').split('#')
  expect(place).toBe(goal)
  expect([...new URLSearchParams(fragment)].map(([name]) => name)).toEqual([
    'access_token',
    'expires_at',
    'expires_in',
    'refresh_token',
    'sb',
    'token_type',
    'type',
  ])
  const session = Object.fromEntries(new URLSearchParams(fragment))
  expect(session).toMatchObject({ token_type: 'bearer', type: 'signup', sb: '' })
  expect((await auth.call('/user', { as: session.access_token ?? '' })).status).toBe(200)
})

test('a link is used once', async () => {
  const auth = await startAuth()
  const { email } = await addMember(auth)
  const { action_link } = await linkFor(auth, { type: 'magiclink', email })
  const open = async () =>
    (await fetch(action_link, { redirect: 'manual' })).headers.get('location') ?? ''

  expect(await open()).toContain('#access_token=')
  expect(await open()).toContain('error_code=otp_expired')
})

test('a link that is used up says what it was for, so that a new one can be asked for', async () => {
  const auth = await startAuth()
  const { email } = await addMember(auth)
  const { action_link } = await linkFor(auth, { type: 'recovery', email })
  const open = async (link: string) =>
    (await fetch(link, { redirect: 'manual' })).headers.get('location') ?? ''
  await open(action_link)

  const used = new URLSearchParams((await open(action_link)).split('#')[1])
  const odd = await open(action_link.replace('type=recovery', 'type=smoke'))

  expect([used.get('error_code'), used.get('type')]).toEqual(['otp_expired', 'recovery'])
  expect(odd).not.toContain('smoke')
})

test('a mail scanner that only looks does not use a link up', async () => {
  const auth = await startAuth()
  const { email } = await addMember(auth)
  const { action_link } = await linkFor(auth, { type: 'magiclink', email })

  const head = await fetch(action_link, { method: 'HEAD', redirect: 'manual' })
  const options = await fetch(action_link, { method: 'OPTIONS', redirect: 'manual' })
  const visit = await fetch(action_link, { redirect: 'manual' })

  expect([head.status, options.status]).toEqual([200, 204])
  expect(visit.headers.get('location')).toContain('#access_token=')
})

test('a link without its parameters is answered in JSON, anything else by a redirect', async () => {
  const auth = await startAuth()

  const noType = await auth.call('/verify?token=abc', { headers: { apikey: undefined } })
  const noToken = await auth.call('/verify?type=signup', { headers: { apikey: undefined } })
  const oddType = await auth.call('/verify?token=abc&type=smoke')

  expect([outcome(noType), outcome(noToken)]).toEqual([
    '400 validation_failed',
    '400 validation_failed',
  ])
  expect(oddType.status).toBe(303)
  expect(oddType.headers.get('location')).toMatch(
    /#error=invalid_request&error_code=validation_failed&/,
  )
})

test('whatever a redirect pretends to be, a third party never gets the tokens', async () => {
  const auth = await startAuth({
    env: { AUTH_REDIRECT_ALLOW_LIST: 'https://app.example.com/**, myapp://callback' },
  })
  const site = auth.url
  const port = new URL(site).port
  const places = {
    'https://evil.example/': site,
    'http://app.example.com/': site,
    'https://app.example.com@evil.example/': site,
    'https://app.example.com.evil.example/': site,
    'https://evil.example/app.example.com/': site,
    'https://evil.example\\@app.example.com/': site,
    'https://app.example.com/\r\nset-cookie: a=b': site,
    'javascript:alert(1)//app.example.com/': site,
    'data:text/html,x': site,
    '//evil.example/': site,
    '/\\evil.example': site,
    'http://2130706433/': site,
    'http://0x7f.1/': site,
    'http://10.0.0.1/': site,
    'http://[2001:db8::1]/': site,
    'myapp://callback.evil': site,
    'https://app.example.com/deep/path?x=1': 'https://app.example.com/deep/path?x=1',
    'https://app.example.com/page#part': 'https://app.example.com/page',
    'myapp://callback': 'myapp://callback',
    [`http://127.0.0.1:${port}/somewhere`]: `http://127.0.0.1:${port}/somewhere`,
    'http://127.0.0.1:9/native': 'http://127.0.0.1:9/native',
  }

  const seen: Record<string, string> = {}
  for (const place of Object.keys(places)) {
    const { email } = await addMember(auth)
    const { hashed_token } = await linkFor(auth, { type: 'magiclink', email })
    const query = new URLSearchParams({
      token: hashed_token,
      type: 'magiclink',
      redirect_to: place,
    })
    const answer = await auth.call(`/verify?${query}`, {
      from: `203.0.113.${Object.keys(seen).length + 1}`,
    })
    seen[place] = (answer.headers.get('location') ?? '').split('#')[0] ?? ''
  }

  expect(seen).toEqual(places)
})

test('mails, invitations and generated links carry allowed places only', async () => {
  const auth = await startAuth({ withMail: true, env: { AUTH_MAIL_INTERVAL_S: '0' } })
  const evil = `redirect_to=${encodeURIComponent('https://evil.example/')}`
  const member = await addMember(auth)
  const [signedUp, invited] = [newAddress(), newAddress()]

  await auth.post(`/signup?${evil}`, { email: signedUp, password: PASSWORD })
  await auth.post(`/recover?${evil}`, { email: member.email })
  await auth.admin(`/invite?${evil}`, { method: 'POST', body: { email: invited } })
  const generated = await linkFor(auth, {
    type: 'magiclink',
    email: newAddress(),
    redirect_to: 'https://evil.example/',
  })

  for (const address of [signedUp, member.email, invited]) {
    const { link } = await auth.mailTo(address)
    expect(new URL(link).searchParams.get('redirect_to')).toBe(auth.url)
  }
  expect(generated.action_link).not.toContain('evil')
})

test('a forged host or client address changes neither links nor limits', async () => {
  const auth = await startAuth({
    withMail: true,
    env: { TRUSTED_PROXIES: '', AUTH_RATE_LIMIT_FACTOR: '0.1' },
  })
  const email = newAddress()
  const forged = {
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    host: 'evil.example',
  }

  await auth.post('/signup', { email, password: PASSWORD }, { headers: forged })
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      auth.post('/recover', { email: newAddress() }, { from: `203.0.113.${n}` }),
    ),
  )

  expect((await auth.mailTo(email)).link).toContain(`${auth.url}/auth/v1/verify`)
  expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(30)
  expect(await auth.sql(`select distinct ip_address from auth.audit_log_entries`)).toEqual([
    { ip_address: '127.0.0.1' },
  ])
})

test('a generated link is like a mailed one, and says what it is for', async () => {
  const auth = await startAuth()
  const member = await addMember(auth)
  const goal = `${auth.url}/welcome`
  const ask = (body: object) => () =>
    auth.admin('/admin/generate_link', { method: 'POST', body: { redirect_to: goal, ...body } })

  const found = await outcomes({
    'unknown type': ask({ type: 'smoke', email: member.email }),
    'bad address': ask({ type: 'magiclink', email: 'xx:;x@x.x' }),
    'sign-up of a member': ask({ type: 'signup', email: member.email, password: PASSWORD }),
    'invitation of a member': ask({ type: 'invite', email: member.email }),
    'sign-up without password': ask({ type: 'signup', email: newAddress() }),
    'recovery of nobody': ask({ type: 'recovery', email: newAddress() }),
    'e-mail change of nobody': ask({ type: 'email_change_new', email: newAddress() }),
    'e-mail change to nothing': ask({ type: 'email_change_new', email: member.email }),
    'e-mail change to a member': ask({
      type: 'email_change_current',
      email: (await addMember(auth)).email,
      new_email: member.email,
    }),
  })
  const fresh = newAddress()
  const { body } = await ask({ type: 'magiclink', email: fresh, data: { status: 'alpha' } })()

  expect(found).toEqual({
    'unknown type': '400 validation_failed',
    'bad address': '400 validation_failed',
    'sign-up of a member': '422 email_exists',
    'invitation of a member': '422 email_exists',
    'sign-up without password': '400 validation_failed',
    'recovery of nobody': '404 user_not_found',
    'e-mail change of nobody': '404 user_not_found',
    'e-mail change to nothing': '400 validation_failed',
    'e-mail change to a member': '422 email_exists',
  })
  expect(body).toMatchObject({
    email: fresh,
    user_metadata: { status: 'alpha' },
    email_otp: expect.stringMatching(/^\d{6}$/),
    hashed_token: expect.stringMatching(/^[0-9a-f]{64}$/),
    verification_type: 'signup',
    redirect_to: goal,
  })
  expect(body.action_link).toBe(
    `${auth.base}/verify?token=${body.hashed_token}&type=signup&redirect_to=${goal}`,
  )
})
