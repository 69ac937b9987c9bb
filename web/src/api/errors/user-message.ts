import type { MessageKey, Translator } from '#i18n/messages.ts'
import { isDuplicate } from './duplicate-row.ts'
import { MESSAGE_BY_CODE } from './message-by-code.ts'

/** Our text for a known code, else the server's message, else the fallback with `values` filled in. */
export function userMessage(
  t: Translator['t'],
  error: unknown,
  fallback: MessageKey,
  values: Record<string, string> = {},
): string {
  const { code, message } = asFailure(error)

  if (isUnreachable(message)) return t('errors.unreachable')
  if (isRefusedResponse(message)) return t('errors.companyRefused')
  const seconds = waitOf(message)
  if (code === 'over_email_send_rate_limit' && seconds) return t('errors.mailTooSoon', { seconds })
  if (isDuplicate(code, message)) return t('errors.alreadyRegistered')

  const known = MESSAGE_BY_CODE[code]
  return known ? t(known) : message || t(fallback, values)
}

/** An error from the URL has its code in the details. */
function asFailure(error: unknown): { code: string; message: string } {
  const { code, details, name, message } = (error ?? {}) as Record<string, unknown>
  const inner = (details as { code?: unknown } | null | undefined)?.code
  const words = isWordless(name, message) ? '' : asText(message)

  return { code: asText(code) || asText(inner), message: words }
}

/** Answers that the identity client could not read: its message then describes itself. */
function isWordless(name: unknown, message: unknown): boolean {
  return name === 'AuthUnknownError' || message === '{}'
}

const asText = (value: unknown) => (typeof value === 'string' ? value : '')

/** Browser messages for a request without an answer. */
function isUnreachable(message: string): boolean {
  return /Failed to fetch|NetworkError|Load failed/.test(message)
}

/** The code of a refused response is that of any malformed request. */
const isRefusedResponse = (message: string) => message.startsWith('The SAML ')

function waitOf(message: string): number | null {
  const seconds = /(\d+) seconds/.exec(message)?.[1]

  return seconds ? Number(seconds) : null
}
