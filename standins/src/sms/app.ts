import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { basicCredentials } from '#oauth/token-requests.ts'
import type { Needs } from '#runtime/declaration.ts'
import type { Memory } from '#runtime/memory.ts'
import { who } from '#runtime/page.ts'
import { standin } from '#runtime/standin.ts'

type TextMessage = { sid: string; to: string; from: string; body: string; at: string }
type SmsMemory = Memory<{ messages: TextMessage[] }>

const SHOWN = 50

/** The one account, used without real credentials. */
const ACCOUNT = { sid: 'AC00000000000000000000000000000000', token: 'gitferry-local-token' }

/** Plays Twilio's messaging: it keeps what would be sent. */
export const sms = standin({
  name: 'sms',
  title: 'Text messages',
  plays: 'Plays Twilio’s text messages: none of them reaches a phone.',
  home: 'Messages',
  remember: (place): SmsMemory => place.open('sms.json', () => ({ messages: [] })),
  list: ({ memory }) =>
    memory.state.messages
      .toReversed()
      .slice(0, SHOWN)
      .map(({ to, body }) => who(html`<bdi>${to}</bdi>`, html`<bdi>${body}</bdi>`)),
  app: messageRoutes,
})

/** `env` is for the product's configuration. */
export async function startSms(options: { dataDir: string }) {
  const { url, close } = await sms.start(options)

  return {
    url,
    env: {
      AUTH_SMS_PROVIDER: 'twilio',
      AUTH_SMS_TWILIO_URL: url,
      AUTH_SMS_TWILIO_ACCOUNT_SID: ACCOUNT.sid,
      AUTH_SMS_TWILIO_AUTH_TOKEN: ACCOUNT.token,
      AUTH_SMS_TWILIO_SENDER: '+15550001111',
    },
    close,
  }
}

const NUMBER = /^\+[1-9]\d{6,14}$/
const LONGEST_BODY = 1600

function messageRoutes({ memory, clock }: Needs<SmsMemory>): Hono {
  const app = new Hono()
  // For tests: all messages.
  app.get('/api/messages', (c) => c.json(memory.state.messages))
  app.post('/2010-04-01/Accounts/:sid/Messages.json', async (c) => {
    const given = basicCredentials(c.req.header('authorization'))
    const isOurs = given?.clientId === ACCOUNT.sid && given.clientSecret === ACCOUNT.token
    if (!isOurs || c.req.param('sid') !== ACCOUNT.sid) {
      return refuse(c, 401, 20003, 'Authenticate')
    }
    const form = new URLSearchParams(await c.req.text())
    const [to, body] = [form.get('To') ?? '', form.get('Body') ?? '']
    const from = form.get('From') ?? form.get('MessagingServiceSid') ?? ''
    if (from === '') return refuse(c, 400, 21603, "A 'From' phone number is required.")
    if (!NUMBER.test(to)) return refuse(c, 400, 21211, `Invalid 'To' Phone Number: ${to}`)
    if (body === '') return refuse(c, 400, 21602, 'Message body is required.')
    if (body.length > LONGEST_BODY) return refuse(c, 400, 21617, 'The message body is too long.')

    const message = await memory.change(({ messages }) => {
      const sid = `SM${String(messages.length + 1).padStart(32, '0')}`
      const made = { sid, to, from, body, at: new Date(clock.now()).toISOString() }
      messages.push(made)
      return made
    })
    return c.json({ ...message, account_sid: ACCOUNT.sid, status: 'queued', error_code: null }, 201)
  })

  return app
}

const refuse = (c: Context, status: 400 | 401, code: number, message: string) =>
  c.json({ code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status }, status)
