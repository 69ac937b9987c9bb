import { type Sql, theServer } from '#db/database.ts'
import { serverSql } from '#db/server-sql.ts'
import type { AppError } from '#errors/app-error.ts'
import type { Account } from '#identity/account.ts'
import { loadAccount } from '#identity/accounts/create-account.ts'
import { userJson } from '#identity/accounts/user-json.ts'
import type { Identity } from '#identity/identity.ts'
import type { Take } from '#limits/limit.ts'
import { scaledLimit } from '#limits/limit.ts'
import { addressDigest } from '#limits/rate-limits.ts'
import { SmsError } from '#outside/sms.ts'
import { countryRefused, smsFailed, smsNotSent, tooManyTexts, tooSoonForText } from './errors.ts'

/** A code that is sent once the transaction that stored it has committed. */
export type OutgoingText = {
  account: Pick<Account, 'id' | 'language'>
  phone: string
  code: string
}

export type Texting = { outgoing: OutgoingText[] }

/**
 * Does the work, then sends the code that it stored. No database connection waits for the provider. A transaction may run again, so only
 * the last code counts.
 */
export async function sendingTexts<N extends Identity, T>(
  needs: N,
  work: (needs: N & Texting) => Promise<T>,
): Promise<T> {
  const outgoing: OutgoingText[] = []
  const result = await work({ ...needs, outgoing })
  const text = outgoing.at(-1)
  if (text) await sendText(needs, text)

  return result
}

async function sendText(needs: Identity, { account, phone, code }: OutgoingText): Promise<void> {
  const { sendSms } = needs.authHooks
  if (sendSms) {
    const user = await needs.db.as(theServer, (sql) => loadAccount(sql, account.id))
    await sendSms({ user: userJson(user), sms: { otp: code, phone } })
    return
  }

  const text = TEXTS[account.language === 'es' ? 'es' : 'en'](new URL(needs.settings.siteUrl).host)
  const message = { to: phone, text: `${text} ${code}`, otp: code, channel: 'sms' } as const
  await needs.sms?.send(message).catch((error: unknown) => {
    throw error instanceof SmsError ? smsFailed(error) : error
  })
}

const TEXTS = {
  en: (site: string) => `Never share this code, not even with us. Your code for ${site}:`,
  es: (site: string) =>
    `No compartas este código con nadie, tampoco con nosotros. Tu código para ${site}:`,
}

/** Texts per hour of all callers together: strangers can make a server send to numbers that earn them money. */
const ALL_TEXTS = 30
const INTERVAL_S = 60
/** Texts per hour that one account may ask for as a second factor. */
const TEXTS_OF_ACCOUNT = 6

/** Refuses alike for numbers with and without an account. Numbers with a test code get no text. */
export async function refuseUnsendable(
  needs: Pick<Identity, 'db' | 'limits' | 'settings' | 'sms' | 'authHooks'>,
  phone: string,
  sql: Sql = serverSql(needs.db),
  accountId?: string,
): Promise<void> {
  const { settings } = needs
  if (settings.testOtps.has(phone)) return
  if (!needs.sms && !needs.authHooks.sendSms) throw smsNotSent()
  if (!settings.smsCountries.some((code) => phone.startsWith(code))) throw countryRefused()

  await needs.limits.takeAllIn(sql, [
    ...(accountId === undefined
      ? []
      : limit(needs, `text of ${accountId}`, TEXTS_OF_ACCOUNT, 3600, tooManyTexts)),
    ...limit(needs, `text to ${addressDigest(phone)}`, 1, INTERVAL_S, tooSoonForText),
    ...limit(needs, 'text all', ALL_TEXTS, 3600, tooManyTexts),
  ])
}

function limit(
  { settings }: Pick<Identity, 'settings'>,
  key: string,
  texts: number,
  seconds: number,
  refusal: (retryAfterS: number) => AppError,
): Take[] {
  const scaled = scaledLimit({ burst: texts, perSecond: texts / seconds }, settings.rateLimitFactor)

  return scaled ? [{ key, limit: scaled, refusal }] : []
}
