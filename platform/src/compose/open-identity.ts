import { createHash } from 'node:crypto'
import { BoundedCache } from '#cache/bounded-cache.ts'
import type { Clock } from '#clock/clock.ts'
import type { PlatformConfig } from '#config/platform-config.ts'
import { developmentSamlKey } from '#config/saml.ts'
import type { Secrets } from '#config/secrets.ts'
import type { Database } from '#db/database.ts'
import type { AuthNeeds } from '#http/auth/auth-needs.ts'
import type { CustomProviderSettings } from '#identity/custom-provider.ts'
import { checkEncryptionKeys } from '#identity/encryption-keys/check-encryption-keys.ts'
import { allOn, type FeatureSwitches } from '#identity/feature-switches.ts'
import type { IdentityHooks } from '#identity/hooks.ts'
import { checkSiteName } from '#identity/passkeys/check-site-name.ts'
import { type HashingScheme, openHasher } from '#identity/passwords/hasher.ts'
import type { ServiceProvider } from '#identity/service-provider.ts'
import type { IdentitySettings } from '#identity/settings.ts'
import { serviceProvider } from '#identity/sso/service-provider.ts'
import { rateLimits } from '#limits/rate-limits.ts'
import type { Log } from '#log/log.ts'
import type { Metrics } from '#log/metrics.ts'
import type { MailBrand } from '#mail/layout/content.ts'
import { openOutbox } from '#mail/outbox.ts'
import { identityMails } from '#mail/templates/identity-mails.ts'
import { breachedPasswords } from '#outside/breached-passwords.ts'
import { captchaVerifier } from '#outside/captcha.ts'
import { publicFetch } from '#outside/fetch-public.ts'
import { oidcSignIn } from '#outside/oidc/sign-in.ts'
import type { SignInProvider } from '#outside/sign-in-provider.ts'
import { twilioSms } from '#outside/sms.ts'
import { openDigests } from '#sealing/digests.ts'
import { keyring as openKeyring } from '#sealing/keyring.ts'
import { openApiKeys } from '#tokens/api-keys.ts'
import { openTokens } from '#tokens/open-tokens.ts'
import { openAuthHooks } from './open-auth-hooks.ts'
import { openSignInProviders } from './open-sign-in-providers.ts'

type Needs = {
  config: PlatformConfig
  secrets: Secrets
  db: Database
  clock: Clock
  log: Log
  metrics: Pick<Metrics, 'passwordHashed' | 'limitRefused' | 'authAnswered'>
  hooks: IdentityHooks
  mailBrand: MailBrand
  hashing?: HashingScheme | undefined
  switches?: Pick<FeatureSwitches, 'isOff'>
}

/** Composes the identity service. */
export async function openIdentity(needs: Needs): Promise<AuthNeeds> {
  const { config, secrets, db, clock, log, metrics, hooks, mailBrand, hashing } = needs
  const { isOff } = needs.switches ?? allOn
  const saml = openSaml(config)
  const { captcha, breachedPasswordsUrl, requireApiKey, verifiedTokenCharacters } = config.auth
  const tokens = await openTokens(secrets.signing, clock, verifiedTokenCharacters)
  const keyring = openKeyring(secrets.encryptionKeys)
  await checkEncryptionKeys({ db, keyring })
  const { webauthn, isRpIdChosen } = config.webauthn
  if (config.isProduction && webauthn && !isRpIdChosen) await checkSiteName(db, webauthn.rpId)

  return {
    identity: {
      db,
      clock,
      limits: rateLimits(db, metrics.limitRefused, clock),
      keyring,
      digests: openDigests(secrets.encryptionKeys),
      tokens,
      outbox: openOutbox({ keyring, brand: mailBrand, templates: identityMails }),
      hasher: openHasher(metrics.passwordHashed, hashing),
      providers: openSignInProviders(config.providers, clock, () => isOff('github-app')),
      openCustomProvider: openCustomProviders(config.auth, clock),
      countBreaches: breachedPasswords(breachedPasswordsUrl, log),
      settings: settingsFrom(config, isOff),
      get saml() {
        return isOff('saml') ? null : saml
      },
      hooks,
      authHooks: openAuthHooks(config.authHooks, { db, log }),
      sms: config.sms.twilio && twilioSms(config.sms.twilio),
    },
    apiKeys: openApiKeys(secrets.apiKeys, tokens),
    requireApiKey,
    isHuman: captcha && captchaVerifier(captcha, log),
    log,
    countEvent: metrics.authAnswered,
  }
}

/** Production has refused to start without a key. */
function openSaml({ saml, apiUrl, dataDir }: PlatformConfig): ServiceProvider | null {
  if (!saml.enabled) return null
  const { nextPrivateKey, idpInitiated } = saml
  const privateKey = saml.privateKey ?? developmentSamlKey(dataDir)

  return serviceProvider({ apiUrl, privateKey, nextPrivateKey, idpInitiated })
}

/** Settings without keys and other secrets. An operator can switch some off while the server runs. */
function settingsFrom(
  { siteUrl, apiUrl, auth, sms, authHooks, saml, webauthn: site }: PlatformConfig,
  isOff: FeatureSwitches['isOff'],
): IdentitySettings {
  const { passkeysEnabled, webauthn } = site
  const { keys: _k, captcha: _c, breachedPasswordsUrl: _b, requireApiKey: _r, ...rest } = auth
  const { jwtExpS: accessTokenTtlS, ...settings } = rest

  return {
    ...settings,
    get samlEnabled() {
      return saml.enabled && !isOff('saml')
    },
    get oauthServerEnabled() {
      return auth.oauthServerEnabled && !isOff('oauth-server')
    },
    smsCountries: sms.countries,
    smsProvider: authHooks.sendSms ? 'hook' : sms.twilio ? 'twilio' : '',
    loopbackMetadata: saml.loopbackMetadata,
    get passkeysEnabled() {
      return passkeysEnabled && !isOff('passkeys')
    },
    webauthn,
    siteUrl,
    apiUrl,
    accessTokenTtlS,
  }
}

const LIMIT_MS = 3_000
const MOST_BYTES = 1024 * 1024
const MOST_PROVIDERS = 100
/** Those whose at_hash is made with SHA-256; never a shared secret's. */
const ALGORITHMS = ['RS256', 'PS256', 'ES256']

/** Keeps opened providers, and with them what they published, until their settings change. */
function openCustomProviders(
  { customLoopback: allowsLoopback }: { customLoopback: boolean },
  clock: Clock,
): (settings: CustomProviderSettings) => SignInProvider {
  const opened = new BoundedCache<SignInProvider>({ most: MOST_PROVIDERS, whenFull: 'drop oldest' })
  const fetch = publicFetch({ mostBytes: MOST_BYTES, allowsLoopback })

  return (settings) => {
    const key = createHash('sha256').update(JSON.stringify(settings)).digest('hex')
    const known = opened.get(key)
    if (known) return known

    const made = oidcSignIn(
      { ...settings, limitMs: LIMIT_MS, algorithms: ALGORITHMS, fetch },
      clock,
    )
    opened.set(key, made)
    return made
  }
}
