/** What became of one try. Reasons are kept, so they hold nothing secret. */
export type Outcome =
  | { kind: 'taken' }
  /** This mail will never be taken. */
  | { kind: 'refused'; reason: string }
  /** This one not now; others may. */
  | { kind: 'later'; reason: string }
  /** None will be taken now: the server is not there, or does not want us. */
  | { kind: 'server away'; reason: string }

const LONGEST_REASON = 300

/** Only about the mail itself does a mail server's "no" mean never. */
const ABOUT_THE_MAIL = /^(RCPT TO|DATA)/

export function outcomeOf(error: unknown): Exclude<Outcome, { kind: 'taken' }> {
  const { code, command, responseCode } = fieldsOf(error)
  const reason = reasonOf(error)

  // Nothing was said to the server: the address or the mail cannot be put into its words.
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

  return message.replace(/[\p{Cc}\s]+/gu, ' ').slice(0, LONGEST_REASON)
}
