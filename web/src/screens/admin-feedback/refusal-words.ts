import { FunctionError } from '#api/calls/call-function.ts'
import { userMessage } from '#api/errors/user-message.ts'
import type { MessageKey, Translator } from '#i18n/messages.ts'

/** HTTP/2 has no status text, so the usual name stands for it. */
const STATUS_TEXTS: Partial<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}

/** Specification, section 8: what failed, with the status text. The reason follows if the server gave one. */
export function refusalWords(t: Translator['t'], failed: MessageKey, error: unknown): string {
  const reason = userMessage(t, error, 'errors.tryAgain')
  if (!(error instanceof FunctionError)) return t(failed, { status: reason })
  const status = STATUS_TEXTS[error.status] ?? String(error.status)

  return `${t(failed, { status })}. ${reason}`
}
