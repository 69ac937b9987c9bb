import type { Clock } from '@app/platform/clock/clock.ts'
import type { Config } from '#config/config.ts'
import type { Secrets } from '@app/platform/config/secrets.ts'
import type { Database } from '@app/platform/db/database.ts'
import type { AuthNeeds } from '@app/platform/http/auth/auth-needs.ts'
import { openHasher } from '@app/platform/identity/passwords/hasher.ts'
import type { IdentitySettings } from '@app/platform/identity/settings.ts'
import { rateLimits } from '@app/platform/limits/rate-limits.ts'
import type { Log } from '@app/platform/log/log.ts'
import type { Metrics } from '@app/platform/log/metrics.ts'
import { openOutbox } from '@app/platform/mail/outbox.ts'
import { breachedPasswords } from '@app/platform/outside/breached-passwords.ts'
import { captchaVerifier } from '@app/platform/outside/captcha.ts'
import { openSignInProviders } from '@app/platform/outside/sign-in-providers.ts'
import { openDigests } from '@app/platform/sealing/digests.ts'
import { keyring as openKeyring } from '@app/platform/sealing/keyring.ts'
import { openApiKeys } from '@app/platform/tokens/api-keys.ts'
import { openTokens } from '@app/platform/tokens/open-tokens.ts'

type Needs = {
  config: Config
  secrets: Secrets
  db: Database
  clock: Clock
  log: Log
  metrics: Pick<Metrics, 'passwordHashed'>
}

/** Chooses the real things for the identity service. */
export async function openIdentity(needs: Needs): Promise<Omit<AuthNeeds, 'farewell'>> {
  const { config, secrets, db, clock, log, metrics } = needs
  const { captcha, breachedPasswordsUrl, requireApiKey } = config.auth
  const tokens = await openTokens(secrets.signing, clock)
  const keyring = openKeyring(secrets.encryptionKeys)

  return {
    identity: {
      db,
      clock,
      limits: rateLimits(db),
      keyring,
      digests: openDigests(secrets.encryptionKeys),
      tokens,
      outbox: openOutbox({ keyring, head: config.public }),
      hasher: openHasher(metrics.passwordHashed),
      providers: openSignInProviders(config.providers, clock),
      countBreaches: breachedPasswords(breachedPasswordsUrl, log),
      settings: settingsFrom(config),
    },
    apiKeys: openApiKeys(secrets.apiKeys, tokens),
    requireApiKey,
    isHuman: captcha && captchaVerifier(captcha, log),
    log,
  }
}

/** Settings only: keys and other secrets of the configuration have their own places. */
function settingsFrom({ siteUrl, apiUrl, auth }: Config): IdentitySettings {
  const { keys: _k, captcha: _c, breachedPasswordsUrl: _b, requireApiKey: _r, ...rest } = auth
  const { jwtExpS: accessTokenTtlS, ...settings } = rest

  return { ...settings, siteUrl, apiUrl, accessTokenTtlS }
}
