import type { EnvironmentReader } from '@app/platform/config/environment.ts'

/** The payment provider's settings. Without a key and a store, nothing can be bought. */
export type LemonSqueezyConfig = {
  url: string
  apiKey: string | null
  storeId: string | null
  /** Two while the secret is being rotated. */
  webhookSecrets: string[]
  /** Whether the key belongs to test mode. Events of the other mode are ignored. */
  isTest: boolean
  /** Where the store's owner sees a subscription, for links of the admin area. */
  dashboardUrl: string
  /** The time limits of a call and of all its tries, and the pause after the first. */
  limits: { callMs: number; triesMs: number; pauseMs: number }
}

/** All tries together take less than a function's limit. */
const LIMITS = { callMs: 10_000, triesMs: 15_000, pauseMs: 500 }

export const readLemonSqueezy = (env: EnvironmentReader): LemonSqueezyConfig => ({
  url: env.address('LEMON_SQUEEZY_API_URL', 'https://api.lemonsqueezy.com', ['http:', 'https:']),
  apiKey: env.get('LEMON_SQUEEZY_API_KEY') ?? null,
  storeId: readStoreId(env),
  webhookSecrets: env.list('LEMON_SQUEEZY_WEBHOOK_SECRET'),
  isTest: env.flag('LEMON_SQUEEZY_TEST_MODE', false),
  dashboardUrl: env.address('LEMON_SQUEEZY_DASHBOARD_URL', 'https://app.lemonsqueezy.com', [
    'http:',
    'https:',
  ]),
  limits: LIMITS,
})

/** The provider's events contain it as a number; other text would match no event. */
function readStoreId(env: EnvironmentReader): string | null {
  const value = env.get('LEMON_SQUEEZY_STORE_ID')
  if (value !== undefined && !/^[1-9]\d*$/.test(value)) {
    env.problem('LEMON_SQUEEZY_STORE_ID must be the number of the store')
  }

  return value ?? null
}
