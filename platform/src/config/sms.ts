import type { EnvironmentReader } from './environment.ts'

export type SmsConfig = {
  /** null: no provider. */
  twilio: { url: string; accountSid: string; authToken: string; sender: string } | null
  /** Calling codes of the countries that codes are sent to. */
  countries: string[]
}

/** Off without a provider: text messages cost money, and strangers may ask for them. */
export function readSms(env: EnvironmentReader): SmsConfig {
  const isOn = env.oneOf('AUTH_SMS_PROVIDER', ['twilio', 'none'], 'none') === 'twilio'
  const countries = env.list('AUTH_SMS_COUNTRIES').map((one) => one.replace(/^\+/, ''))
  if (!countries.every((one) => /^[1-9]\d{0,3}$/.test(one))) {
    env.problem('AUTH_SMS_COUNTRIES must be a list of calling codes such as 1,44')
  }
  const isSending = isOn || env.get('AUTH_HOOK_SEND_SMS') !== undefined
  if (isSending && countries.length === 0) env.problem('AUTH_SMS_COUNTRIES is missing')
  const needed = (name: string) => {
    const value = env.get(name)
    if (isOn && value === undefined) env.problem(`${name} is missing`)
    return value ?? ''
  }
  const twilio = {
    url: env.address('AUTH_SMS_TWILIO_URL', 'https://api.twilio.com', ['https:', 'http:']),
    accountSid: needed('AUTH_SMS_TWILIO_ACCOUNT_SID'),
    authToken: needed('AUTH_SMS_TWILIO_AUTH_TOKEN'),
    sender: needed('AUTH_SMS_TWILIO_SENDER'),
  }

  return { twilio: isOn ? twilio : null, countries }
}
