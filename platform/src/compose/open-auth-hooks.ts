import * as z from 'zod/mini'
import type { AuthHooksConfig, HookTarget } from '#config/auth-hooks.ts'
import { type Database, theServer } from '#db/database.ts'
import { sqlState } from '#db/errors.ts'
import { AppError, type ErrorStatus } from '#errors/app-error.ts'
import type { AskHook, AuthHooks } from '#identity/auth-hooks.ts'
import type { Log } from '#log/log.ts'
import { askHttpHook, HOOK_LIMIT_MS, HookFailure, MOST_HOOK_BYTES } from '#outside/http-hook.ts'

type Needs = { db: Database; log: Log }

/** The operator's hooks: servers, or functions in the database. */
export const openAuthHooks = (
  { customAccessToken, beforeUserCreated, sendSms }: AuthHooksConfig,
  needs: Needs,
): AuthHooks => ({
  customAccessToken: openHook(needs, 'custom_access_token', customAccessToken),
  beforeUserCreated: openHook(needs, 'before_user_created', beforeUserCreated),
  sendSms: openHook(needs, 'send_sms', sendSms),
})

function openHook({ db, log }: Needs, hook: string, target: HookTarget | null): AskHook | null {
  if (!target) return null

  return async (payload) => {
    const answer = await send(db, target, payload).catch((error) => {
      if (!(error instanceof HookFailure)) throw error
      log.warn({ hook, reason: error.message }, 'auth hook failed')
      throw FAILURES[error.reason]()
    })
    return readAnswer(answer)
  }
}

const send = (db: Database, target: HookTarget, payload: object): Promise<unknown> =>
  target.kind === 'http' ? askHttpHook(target, payload) : askFunction(db, target, payload)

/** In a transaction of its own. */
async function askFunction(
  db: Database,
  { schema, name }: Extract<HookTarget, { kind: 'sql' }>,
  payload: object,
): Promise<unknown> {
  try {
    const { rows } = await db.ask<{ answer: string | null }>(
      theServer,
      {
        text: `select "${schema}"."${name}"($1::jsonb)::text as answer`,
        values: [JSON.stringify(payload)],
      },
      { statementLimitMs: HOOK_LIMIT_MS },
    )
    const answer = rows[0]?.answer ?? 'null'
    if (answer.length > MOST_HOOK_BYTES) {
      throw new HookFailure('too_large', 'it answered too much')
    }
    return JSON.parse(answer)
  } catch (cause) {
    throw cause instanceof HookFailure ? cause : failureOf(cause)
  }
}

const CANCELED = '57014'

function failureOf(cause: unknown): HookFailure {
  const state = sqlState(cause)
  if (state === CANCELED) return new HookFailure('slow', 'it gave no answer in time')

  return new HookFailure('broken', `it failed with ${state ?? 'an unknown error'}`, { cause })
}

/** Clients repeat a refresh after a 503, and sign out after most others. */
const FAILURES: Record<HookFailure['reason'], () => AppError> = {
  slow: () => new AppError('hook_timeout', 422, 'A hook of this server gave no answer in time'),
  too_large: () =>
    new AppError('hook_payload_over_size_limit', 422, 'A hook of this server answered too much'),
  broken: () =>
    new AppError('unexpected_failure', 503, 'A hook of this server failed, please try again later'),
}

const refusal = z.object({
  error: z.object({ http_code: z.optional(z.number()), message: z.optional(z.string()) }),
})

const REFUSALS: readonly ErrorStatus[] = [400, 401, 403, 404, 405, 409, 413, 415, 422, 429]
const LONGEST_MESSAGE = 500

function readAnswer(answer: unknown): Record<string, unknown> {
  const parsed = z.safeParse(refusal, answer)
  if (parsed.success) {
    const { http_code: code, message = '' } = parsed.data.error
    const status = REFUSALS.find((one) => one === code) ?? 403
    throw new AppError(
      'hook_refused',
      status,
      message.slice(0, LONGEST_MESSAGE) || 'A hook of this server refused the request',
    )
  }
  const isObject = typeof answer === 'object' && answer !== null && !Array.isArray(answer)
  if (!isObject && answer !== null) throw FAILURES.broken()

  return { ...answer }
}
