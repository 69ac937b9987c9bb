import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startAuth } from '#test/auth-server.ts'
import { addMember, memberWithSession, newAddress, outcome, outcomes, PASSWORD } from './people.ts'

test('where breaches are asked about, a password found in one is refused after all other rules', async () => {
  const asked: string[] = []
  const url = await listen((request, answer) => {
    asked.push(request.url ?? '')
    answer.end(`0000000000000000000000000000000000A:1\n${rest('breached 1')}:42\n`)
  })
  const auth = await startAuth({ env: { AUTH_BREACHED_PASSWORDS: url } })
  const { session } = await memberWithSession(auth)
  const change = (password: string) =>
    auth.call('/user', {
      method: 'PUT',
      body: { password, current_password: PASSWORD },
      as: session.access_token,
    })

  const short = await change('123')
  const before = asked.length
  const breached = await change('breached 1')
  const good = await change('unheard of 1')

  expect(outcome(short)).toBe('422 weak_password')
  expect(before).toBe(0)
  expect(breached.body).toMatchObject({
    code: 'weak_password',
    weak_password: { reasons: ['pwned'] },
  })
  expect(good.status).toBe(200)
  expect(asked).toEqual(
    ['breached 1', 'unheard of 1'].map((one) => `/range/${digest(one).slice(0, 5)}`),
  )
})

test('a password is accepted while the breach service is down', async () => {
  const url = await listen((_request, answer) => {
    answer.statusCode = 503
    answer.end()
  })
  const auth = await startAuth({ env: { AUTH_BREACHED_PASSWORDS: url } })

  const answer = await auth.post('/signup', { email: newAddress(), password: PASSWORD })

  expect(answer.status).toBe(200)
  expect(auth.logged.join('')).toContain('breached password check failed')
})

test('where captchas are on, only solved ones are accepted, and the service key needs none', async () => {
  const seen: string[] = []
  const url = await listen(async (request, answer) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const form = new URLSearchParams(text)
    seen.push(`${form.get('secret')} ${form.get('response')} ${form.get('remoteip')}`)
    answer.end(JSON.stringify({ success: form.get('response') === 'solved' }))
  })
  const auth = await startAuth({
    env: {
      AUTH_CAPTCHA_ENABLED: 'true',
      AUTH_CAPTCHA_SECRET: 'captcha-secret',
      AUTH_CAPTCHA_URL: url,
    },
  })
  const { email } = await addMember(auth)
  const byService = await auth.post<{ refresh_token: string }>(
    '/token?grant_type=password',
    { email, password: PASSWORD },
    { as: auth.keys.secret },
  )
  const sign = (captcha_token?: string) => () =>
    auth.post('/token?grant_type=password', {
      email,
      password: PASSWORD,
      gotrue_meta_security: captcha_token === undefined ? {} : { captcha_token },
    })

  const found = await outcomes({
    none: sign(),
    unsolved: sign('guessed'),
    solved: sign('solved'),
    'sign-up without': () => auth.post('/signup', { email: newAddress(), password: PASSWORD }),
    'recovery without': () => auth.post('/recover', { email }),
    'refresh without': () =>
      auth.post('/token?grant_type=refresh_token', { refresh_token: byService.body.refresh_token }),
  })

  expect(found).toEqual({
    none: '400 captcha_failed',
    unsolved: '400 captcha_failed',
    solved: '200',
    'sign-up without': '400 captcha_failed',
    'recovery without': '400 captcha_failed',
    'refresh without': '200',
  })
  expect(seen).toEqual(['captcha-secret guessed 127.0.0.1', 'captcha-secret solved 127.0.0.1'])
})

/** A third party's server, for as long as the test lasts. */
async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())

  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const digest = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase()

const rest = (password: string) => digest(password).slice(5)
