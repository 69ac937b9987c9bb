import { FunctionError, UNEXPECTED_REPLY } from '#api/calls/call-function.ts'
import { CodedError } from '#api/errors/coded-error.ts'
import type { MessageKey, Translator } from '#i18n/messages.ts'

/** Why connecting failed: the texts of the specification, sections 5 and 8. */
export type CallbackReason =
  | 'refused'
  | 'no-code'
  | 'wrong-state'
  | 'no-session'
  | 'expired'
  | 'invalid-reply'
  | 'function'
  | 'unknown'

export class CallbackFailure extends Error {
  override readonly name = 'CallbackFailure'
  readonly reason: CallbackReason

  /** `message` comes from GitHub or the server, for texts that include one. */
  constructor(reason: CallbackReason, message = '', options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

const WORDS: Record<CallbackReason, MessageKey> = {
  refused: 'githubCallback.refused',
  'no-code': 'githubCallback.noCode',
  'wrong-state': 'githubCallback.wrongState',
  'no-session': 'githubCallback.noSession',
  expired: 'githubCallback.expired',
  'invalid-reply': 'githubCallback.invalidResponse',
  function: 'githubCallback.failedToAuthenticate',
  unknown: 'githubCallback.failed',
}

export function callbackMessage(t: Translator['t'], { reason, message }: CallbackFailure): string {
  if (reason === 'function' && message) return message

  return t(WORDS[reason], { error: message })
}

/** Converts the function's failure. */
export function callbackFailureOf(error: unknown): CallbackFailure {
  if (error instanceof CallbackFailure) return error
  if (error instanceof CodedError && error.code === UNEXPECTED_REPLY) {
    return new CallbackFailure('invalid-reply', '', { cause: error })
  }
  if (!(error instanceof FunctionError)) return new CallbackFailure('unknown', '', { cause: error })

  const isExpired = EXPIRED.includes(error.code) || /incorrect or expired/i.test(error.message)
  return new CallbackFailure(isExpired ? 'expired' : 'function', error.message, { cause: error })
}

const EXPIRED = ['BAD_VERIFICATION_CODE', 'STATE_INVALID']
