import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SessionJson } from '@app/contract/identity'
import { createClient } from '@supabase/supabase-js'
import { expect, onTestFinished, test } from 'vitest'
import { movableClock } from '#clock/clock.ts'
import { type AuthOptions, startAuth } from '#test/auth-server.ts'
import { refusal } from './factors-server.ts'
import { codeIn, openSmsProvider } from './sms-provider.ts'

const PHONE = '15551234567'
const MINUTE_MS = 60_000

test('the official client signs a user in by a code in a text message', async () => {
  const server = await startTexting()
  const { auth } = createClient(server.url, server.keys.publishable, {
    auth: { autoRefreshToken: false, persistSession: false, detectSessionInUrl: false },
    realtime: { transport: class {} as never },
  })

  const asked = await auth.signInWithOtp({ phone: `+${PHONE}` })
  const [message] = await server.messages()
  const { data, error } = await auth.verifyOtp({
    type: 'sms',
    phone: PHONE,
    token: codeIn(message?.body),
  })

  expect(asked.error).toBeNull()
  expect(message).toMatchObject({ to: `+${PHONE}`, from: '+15550001111' })
  expect(message?.body).toMatch(
    /^Never share this code, not even with us\. Your code for \S+ \d{6}$/,
  )
  expect(error).toBeNull()
  expect(data.user?.phone).toBe(PHONE)
})

test('a sign-up, a code sent again and a change of number are confirmed by their own codes', async () => {
  const clock = movableClock()
  const server = await startTexting({ clock })
  const credentials = { phone: PHONE, password: 'secret-1' }
  const verify = async (type: string, phone: string) => {
    const code = codeIn((await server.messages()).at(-1)?.body)
    return server.post<SessionJson>('/verify', { type, phone, token: code })
  }
  await server.post('/signup', credentials)
  const first = codeIn((await server.messages())[0]?.body)
  clock.moveTo(MINUTE_MS)

  await server.post('/resend', { type: 'sms', phone: PHONE })
  const replaced = await server.post('/verify', { type: 'sms', phone: PHONE, token: first })
  const confirmed = await verify('sms', PHONE)
  const as = confirmed.body.access_token
  await server.call('/user', { method: 'PUT', body: { phone: '15557654321' }, as })
  const changed = await verify('phone_change', '15557654321')

  expect([replaced, confirmed, changed].map(refusal)).toEqual([
    '403 otp_expired',
    '200 no code',
    '200 no code',
  ])
  expect((await server.messages()).map(({ to }) => to)).toEqual([
    `+${PHONE}`,
    `+${PHONE}`,
    '+15557654321',
  ])
})

test('one text a minute goes to a number, whoever asks', async () => {
  const clock = movableClock()
  const server = await startTexting({ clock })
  const ask = (from: string) => server.post('/otp', { phone: PHONE }, { from })

  const answers = [await ask('192.0.2.1'), await ask('198.51.100.1')]
  clock.moveTo(MINUTE_MS)
  answers.push(await ask('198.51.100.1'))

  expect(answers.map(refusal)).toEqual([
    '200 no code',
    '429 over_sms_send_rate_limit',
    '200 no code',
  ])
  expect(await server.messages()).toHaveLength(2)
})

test('all callers together get thirty texts an hour', async () => {
  const server = await startTexting()
  const found: string[] = []
  for (let i = 0; i < 32; i += 1) {
    const phone = String(15_550_000_000 + i)
    found.push(refusal(await server.post('/otp', { phone }, { from: `192.0.2.${i}` })))
  }

  expect(found.filter((one) => one === '200 no code')).toHaveLength(30)
  expect(found.slice(-2)).toEqual(['429 over_sms_send_rate_limit', '429 over_sms_send_rate_limit'])
  expect(await server.messages()).toHaveLength(30)
})

test('nothing is sent to other countries, and nobody learns who has an account', async () => {
  const server = await startTexting()
  const phones = ['44 7700 900123', '882 1000 0000', '1900 555 0100']

  const found = []
  for (const phone of phones) found.push(refusal(await server.post('/otp', { phone })))
  const unknown = await server.post('/resend', { type: 'sms', phone: PHONE })

  expect(found).toEqual(['422 sms_send_failed', '422 sms_send_failed', '200 no code'])
  expect(refusal(unknown)).toBe('200 no code')
  expect((await server.messages()).map(({ to }) => to)).toEqual(['+19005550100'])
})

test('a provider that fails is told as that, without the code', async () => {
  const server = await startTexting()
  await server.fault({ path: '/2010-04-01/*', status: 503 })

  const failed = await server.post('/otp', { phone: PHONE })

  expect(refusal(failed)).toBe('422 sms_send_failed')
  expect(JSON.stringify(failed.body)).not.toMatch(/\d{6}/)
})

test('a code is nowhere in the tables', async () => {
  const server = await startTexting()
  await server.post('/otp', { phone: PHONE })
  const code = codeIn((await server.messages())[0]?.body)

  const rows = await server.sql('select * from auth.one_time_tokens')

  expect(code).toMatch(/^\d{6}$/)
  expect(JSON.stringify(rows)).not.toContain(code)
})

test('a hook sends the texts instead', async () => {
  const asked: Record<string, unknown>[] = []
  const listener = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    asked.push(JSON.parse(text))
    response.end('{}')
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void listener.close())
  const { port } = listener.address() as AddressInfo
  const server = await startAuth({
    env: {
      AUTH_PHONE_ENABLED: 'true',
      AUTH_SMS_COUNTRIES: '1',
      AUTH_HOOK_SEND_SMS: `http://127.0.0.1:${port}`,
      AUTH_HOOK_SEND_SMS_SECRET: `v1,whsec_${Buffer.alloc(32, 7).toString('base64')}`,
    },
  })

  await server.post('/otp', { phone: PHONE })
  const { otp } = Object(asked[0]?.sms)
  const verified = await server.post('/verify', { type: 'sms', phone: PHONE, token: otp })

  expect(asked).toEqual([
    { user: expect.objectContaining({ phone: PHONE }), sms: { otp, phone: PHONE } },
  ])
  expect(verified.status).toBe(200)
  expect((await server.call('/settings')).body).toMatchObject({ sms_provider: 'hook' })
})

test('the settings name the provider, and nothing is sent without one', async () => {
  const server = await startTexting()
  const without = await startAuth({ env: { AUTH_PHONE_ENABLED: 'true' } })

  expect((await server.call('/settings')).body).toMatchObject({ sms_provider: 'twilio' })
  expect((await without.call('/settings')).body).toMatchObject({ sms_provider: '' })
  expect(refusal(await without.post('/otp', { phone: PHONE }))).toBe('422 sms_send_failed')
})

test.each([
  [{ AUTH_SMS_COUNTRIES: undefined }, /AUTH_SMS_COUNTRIES is missing/],
  [{ AUTH_SMS_COUNTRIES: 'us' }, /AUTH_SMS_COUNTRIES must be/],
  [{ AUTH_SMS_TWILIO_AUTH_TOKEN: undefined }, /AUTH_SMS_TWILIO_AUTH_TOKEN is missing/],
  [{ AUTH_SMS_TWILIO_URL: 'http://sms.example.test' }, /must begin with https:/],
  [{ AUTH_SMS_PROVIDER: 'pigeon' }, /AUTH_SMS_PROVIDER must be one of/],
])('a start with %o is refused', async (env, words) => {
  await expect(startTexting({ env })).rejects.toThrow(words)
})

async function startTexting({ env = {}, ...options }: AuthOptions = {}) {
  const provider = await openSmsProvider()
  const server = await startAuth({
    ...options,
    env: { AUTH_PHONE_ENABLED: 'true', ...provider.env, ...env },
  })

  return { ...server, messages: provider.messages, fault: provider.fault }
}
