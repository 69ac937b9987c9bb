import { published } from './outside-calls.ts'
import { requireSafeAddress } from './safe-address.ts'

/** Sends text messages to phones. Fails with `SmsError`. */
export type Sms = {
  name: string
  send(message: TextMessage): Promise<void>
}

export type TextMessage = {
  /** E.164 without its plus sign. */
  to: string
  text: string
  /** The code within the text, for those that word it themselves. */
  otp: string
  channel: 'sms'
}

/** The message contains neither the number nor the code. */
export class SmsError extends Error {
  override readonly name = 'SmsError'
}

export type TwilioSettings = {
  url: string
  accountSid: string
  authToken: string
  /** A number, or the id of a messaging service. */
  sender: string
}

/** The user waits, and a request has ten seconds. */
const LIMIT_MS = 8_000

/** Twilio's Programmable Messaging, and services that have its shape. */
export function twilioSms({ url, accountSid, authToken, sender }: TwilioSettings): Sms {
  requireSafeAddress('AUTH_SMS_TWILIO_URL', url)

  return {
    name: 'twilio',
    async send({ to, text }) {
      const from = sender.startsWith('MG') ? { MessagingServiceSid: sender } : { From: sender }
      const credentials = Buffer.from(`${accountSid}:${authToken}`).toString('base64')
      const address = `${url}/2010-04-01/Accounts/${accountSid}/Messages.json`
      const response = await published('twilio', () =>
        fetch(address, {
          method: 'POST',
          headers: { authorization: `Basic ${credentials}` },
          body: new URLSearchParams({ To: `+${to}`, Body: text, ...from }),
          redirect: 'error',
          signal: AbortSignal.timeout(LIMIT_MS),
        }),
      ).catch((cause: unknown) => {
        throw new SmsError('the provider of text messages cannot be reached', { cause })
      })
      await response.body?.cancel()

      if (!response.ok) {
        throw new SmsError(`the provider of text messages answered ${response.status}`)
      }
    },
  }
}
