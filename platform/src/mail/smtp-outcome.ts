import { cut } from '@app/contract/storable'
/** Reasons are stored, so they contain no secrets. */
export type Outcome =
  | { kind: 'taken' }
  /** The mail was permanently refused. */
  | { kind: 'refused'; reason: string }
  /** Temporary, for this mail only. */
  | { kind: 'later'; reason: string }
  /** Temporary, for all mails: the server is unavailable or refuses us. */
  | { kind: 'server away'; reason: string }

const LONGEST_REASON = 300

/** A permanent refusal counts only if it concerns the mail itself. */
const ABOUT_THE_MAIL = /^(RCPT TO|DATA)/

export function outcomeOf(error: unknown): Exclude<Outcome, { kind: 'taken' }> {
  const { code, command, responseCode } = fieldsOf(error)
  const reason = reasonOf(error)

  // The client refused the address or the mail before sending it.
  if (responseCode === undefined && (code === 'EENVELOPE' || code === 'EMESSAGE')) {
    return { kind: 'refused', reason }
  }
  if (responseCode === undefined || !ABOUT_THE_MAIL.test(command)) {
    return { kind: 'server away', reason }
  }

  return { kind: responseCode >= 500 ? 'refused' : 'later', reason }
}

function fieldsOf(error: unknown) {
  const fields: Record<string, unknown> = error instanceof Error ? { ...error } : {}

  return {
    code: fields.code,
    command: String(fields.command ?? ''),
    responseCode: typeof fields.responseCode === 'number' ? fields.responseCode : undefined,
  }
}

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)

  return cut(message.replace(/[\p{Cc}\s]+/gu, ' '), LONGEST_REASON)
}
