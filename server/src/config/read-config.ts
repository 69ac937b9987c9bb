import {
  type Environment,
  type EnvironmentReader,
  readEnvironment,
} from '@app/platform/config/environment.ts'
import { readPlatformConfig } from '@app/platform/config/platform-config.ts'
import { refuseUnknown } from '@app/platform/config/unknown-variables.ts'
import * as z from 'zod/mini'
import type { Config } from './config.ts'
import { readExtension } from './extension.ts'
import { readGithubApp } from './github-app.ts'
import { readLemonSqueezy } from './lemon-squeezy.ts'
import { readNewsletter } from './newsletter.ts'
import { incompleteIn, refuseUnsafe } from './production.ts'
import { readPublicConfig, readSupportEmail } from './public-config.ts'
import { SECRETS } from './secret-variables.ts'

/** The environment, parsed once. Throws one sentence that names every problem. */
export function readConfig(environment: Environment = process.env): Config {
  const env = readEnvironment(environment, SECRETS)
  const title = env.text('SITE_NAME', 'Gitferry')
  const platform = readPlatformConfig(env, { name: 'gitferry', title })
  const { isProduction, databaseUrl, siteUrl, apiUrl, webauthn } = platform

  const config: Config = {
    ...platform,
    seed: env.oneOf('SEED', ['demo', 'none'], isProduction || databaseUrl ? 'none' : 'demo'),
    stopsWithStdin: env.flag('STOP_WITH_STDIN', false),
    devRendererUrl: isProduction ? null : (env.get('DEV_RENDERER_URL') ?? null),
    clockFile: env.get('CLOCK_FILE') ?? null,
    adminEmails: readAdmins(env),
    adminRequiresFactor: env.flag('ADMIN_REQUIRE_MFA', isProduction),
    securityContact: readSecurityContact(env, readSupportEmail(env)),
    extension: readExtension(env),
    newsletter: readNewsletter(env),
    githubApp: readGithubApp(env),
    githubStandbyApp: readGithubApp(env, 'GITHUB_APP_STANDBY'),
    lemonSqueezy: readLemonSqueezy(env),
    secretSearchLimitMs: SECRET_SEARCH_LIMIT_MS,
    standins: env.list('STANDINS_RUNNING').map(nameAndUrl),
    public: readPublicConfig(env, {
      siteName: title,
      siteUrl,
      apiUrl,
      hasOAuthServer: platform.auth.oauthServerEnabled,
      sso: platform.saml.enabled,
      realtime: platform.realtime !== null,
      passkeys: webauthn.passkeysEnabled ? (webauthn.webauthn?.rpId ?? null) : null,
    }),
    warnings: isProduction ? incompleteIn(env) : [],
  }
  if (config.seed === 'demo' && databaseUrl) {
    env.problem('SEED=demo is only for the embedded database: its passwords are known to everybody')
  }
  env.know('DEV_RENDERER_URL', 'STANDINS', 'ALLOW_STANDINS_IN_PRODUCTION')
  refuseUnknown(env, PREFIXES)
  if (isProduction) refuseUnsafe(env, config)
  env.refuseProblems()

  return config
}

/** Three times what the search gives itself. */
const SECRET_SEARCH_LIMIT_MS = 60_000

const PREFIXES = [
  'AUTH_',
  'FILES_',
  'GITHUB_APP_',
  'LEMON_SQUEEZY_',
  'NEWSLETTER_',
  'REALTIME_',
  'REST_',
  'SMTP_',
]

/** As accounts may have them: what a browser's own e-mail field accepts. */
const EMAIL = z.email({ pattern: z.regexes.html5Email })

const readSecurityContact = (env: EnvironmentReader, email: string): string =>
  env.address('SECURITY_CONTACT', `mailto:${email}`, ['mailto:', 'https:'])

/** A misspelt address would make nobody an admin, or somebody else. */
function readAdmins(env: EnvironmentReader): string[] {
  const emails = env.list('ADMIN_EMAILS').map((email) => email.toLowerCase())
  if (!emails.every((email) => EMAIL.safeParse(email).success)) {
    env.problem('ADMIN_EMAILS must be a list of mail addresses, such as ada@example.com')
  }

  return emails
}

function nameAndUrl(entry: string) {
  const [name = '', url = ''] = entry.split(/=(.*)/s)

  return { name, url }
}
