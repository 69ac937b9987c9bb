import { expect, onTestFinished, test } from 'vitest'
import { startSms } from '#sms/app.ts'
import { temporaryFolder } from './temporary-folder.ts'

test('a message is kept and answered as Twilio does', async () => {
  const { send, messages, url } = await openSms()

  const answer = await send({ To: '+15551234567', From: '+15550001111', Body: 'Your code: 123456' })

  expect(answer.status).toBe(201)
  expect(await answer.json()).toMatchObject({ status: 'queued', error_code: null })
  expect(await messages()).toMatchObject([{ to: '+15551234567', body: 'Your code: 123456' }])
  expect(await (await fetch(url)).text()).toContain('Your code: 123456')
})

test.each([
  [{ To: '5551234567', From: '+15550001111', Body: 'x' }, 21211],
  [{ To: '+15551234567', Body: 'x' }, 21603],
  [{ To: '+15551234567', MessagingServiceSid: 'MG1', Body: '' }, 21602],
  [{ To: '+15551234567', From: '+15550001111', Body: 'x'.repeat(1601) }, 21617],
])('what Twilio refuses is refused with its code: %#', async (form, code) => {
  const { send, messages } = await openSms()

  const answer = await send(form)

  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ code })
  expect(await messages()).toEqual([])
})

test('another account, or a wrong token, sends nothing', async () => {
  const { send, messages } = await openSms()
  const form = { To: '+15551234567', From: '+15550001111', Body: 'x' }

  const statuses = [
    (await send(form, { token: 'wrong' })).status,
    (await send(form, { sid: 'AC1' })).status,
  ]

  expect(statuses).toEqual([401, 401])
  expect(await messages()).toEqual([])
})

async function openSms() {
  const { url, env, close } = await startSms({ dataDir: await temporaryFolder() })
  onTestFinished(close)
  const own = { sid: env.AUTH_SMS_TWILIO_ACCOUNT_SID, token: env.AUTH_SMS_TWILIO_AUTH_TOKEN }

  return {
    url,
    messages: async () => (await fetch(`${url}/api/messages`)).json(),
    send: (form: Record<string, string>, as: Partial<typeof own> = {}) => {
      const { sid, token } = { ...own, ...as }
      return fetch(`${url}/2010-04-01/Accounts/${sid}/Messages.json`, {
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from(`${sid}:${token}`).toString('base64')}` },
        body: new URLSearchParams(form),
      })
    },
  }
}
