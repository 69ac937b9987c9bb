/**
 * The operator's own functions. Each is asked outside of transactions, and may refuse. Not the product's extensions, which are in
 * `hooks.ts`.
 */
export type AuthHooks = {
  /** null: not asked. */
  customAccessToken: AskHook | null
  beforeUserCreated: AskHook | null
  /** Replaces the provider of text messages. */
  sendSms: AskHook | null
}

/** Its answer, which is an object; throws an `AppError` for a refusal, and for a hook that is slow or broken. */
export type AskHook = (payload: object) => Promise<Record<string, unknown>>
