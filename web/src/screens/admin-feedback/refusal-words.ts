import { FunctionError } from '#api/calls/call-function.ts'
import { adminMessage } from '#features/admin/admin-message.ts'
import type { MessageKey, Translator } from '#i18n/messages.ts'

/** HTTP/2 has no status text, so the usual name is used. */
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

/** Specification, section 8: the failed action, with the status text. The server's reason follows if there is one. */
export function refusalWords(t: Translator['t'], failed: MessageKey, error: unknown): string {
  const reason = reasonWords(t, error)
  if (!(error instanceof FunctionError)) return t(failed, { status: reason })
  const status = STATUS_TEXTS[error.status] ?? String(error.status)

  return `${t(failed, { status })}. ${reason}`
}

const ISSUE_REFUSED = /^GitHub refused the issue: /

/** GitHub's own words stay, whatever language the rest has. */
function reasonWords(t: Translator['t'], error: unknown): string {
  const isRefused = error instanceof FunctionError && error.code === 'issue_refused'
  if (!isRefused) return adminMessage(t, error)

  return t('admin.feedback.issue.refused', { reason: error.message.replace(ISSUE_REFUSED, '') })
}
