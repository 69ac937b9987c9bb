import { PLATFORM_SECRETS } from '@app/platform/config/secret-variables.ts'

/** Variables whose value may also come from a file, which `<NAME>_FILE` names. */
export const SECRETS: readonly string[] = [
  ...PLATFORM_SECRETS,
  'GITHUB_APP_PRIVATE_KEY',
  'GITHUB_APP_WEBHOOK_SECRET',
  'GITHUB_APP_STANDBY_PRIVATE_KEY',
  'GITHUB_APP_STANDBY_WEBHOOK_SECRET',
  'LEMON_SQUEEZY_API_KEY',
  'LEMON_SQUEEZY_WEBHOOK_SECRET',
]
