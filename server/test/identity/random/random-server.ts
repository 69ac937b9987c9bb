import { movableClock } from '@app/platform/clock/clock.ts'
import { openIdentity } from '@app/platform/compose/open-identity.ts'
import { loadSecrets } from '@app/platform/config/secrets.ts'
import { noHooks } from '@app/platform/identity/hooks.ts'
import { openLog } from '@app/platform/log/log.ts'
import { uncounted } from '@app/platform/log/metrics.ts'
import { keyring } from '@app/platform/sealing/keyring.ts'
import { startOAuthOn } from '@app/platform/test/identity/oauth-server.ts'
import { mailBrandOf } from '#compose/mail-brand.ts'
import { startAuth } from '#test/auth-server.ts'
import type { Person } from './facts.ts'

/** The real server without limits, beside both providers; its clock is moved, mails stay in the outbox. */
export async function startRandomServer() {
  const clock = movableClock()
  const oauth = await startOAuthOn(startAuth, {
    clock,
    env: {
      AUTH_ANONYMOUS: 'true',
      AUTH_JWT_EXP_S: String(7 * 24 * 3600),
      AUTH_OAUTH_SERVER_ENABLED: 'true',
      // Those of the tests' authenticator.
      AUTH_WEBAUTHN_RP_ID: 'localhost',
      AUTH_WEBAUTHN_ORIGINS: 'http://localhost:5173',
    },
  })
  const secrets = loadSecrets(oauth.config)
  const { identity } = await openIdentity({
    config: oauth.config,
    secrets,
    db: oauth.db,
    clock,
    log: openLog({ level: 'silent' }),
    metrics: uncounted,
    hooks: noHooks,
    mailBrand: mailBrandOf(oauth.config.public),
  })
  const joined = new Set<string>()
  // Google makes its keys when they are first asked for, which takes a while.
  await fetch(`${oauth.google.issuer}/oauth2/v3/certs`)

  return {
    ...oauth,
    clock,
    /** What the operator's program works with. */
    identity,
    keys: { ...oauth.keys, mail: keyring(secrets.encryptionKeys) },
    /** The providers' clocks move along, or their tokens would be too old. */
    moveClock: async (offsetMs: number) => {
      if (offsetMs === clock.offsetMs()) return
      clock.moveTo(offsetMs)
      for (const provider of [oauth.github, oauth.google]) {
        const moved = await provider.control('PUT', 'clock', { offsetMs })
        if (!moved.ok) throw new Error(`The provider's clock did not move: ${moved.status}`)
      }
    },
    /** Providers create a user at their first visit. */
    join: async ({ provider, name, email, isVerified }: Person) => {
      if (joined.has(`${provider} ${name}`)) return
      joined.add(`${provider} ${name}`)
      const sent =
        provider === 'google'
          ? await oauth.google.control('POST', 'seed', {
              people: [{ name, email, emailUnverified: !isVerified }],
            })
          : await oauth.github.control('POST', 'seed', {
              people: [
                { login: name, name, email, emailState: isVerified ? 'verified' : 'unverified' },
              ],
            })
      if (!sent.ok) throw new Error(`${provider} did not take ${name}: ${sent.status}`)
    },
  }
}

export type RandomServer = Awaited<ReturnType<typeof startRandomServer>>
