import {
  type Environment,
  type EnvironmentReader,
  readEnvironment,
} from '@app/platform/config/environment.ts'
import { readPlatformConfig } from '@app/platform/config/platform-config.ts'
import type { Config } from './config.ts'
import { readGithubApp } from './github-app.ts'
import { readLemonSqueezy } from './lemon-squeezy.ts'
import { readNewsletter } from './newsletter.ts'
import { refuseUnsafe } from './production.ts'
import { readPublicConfig } from './public-config.ts'

/** The environment, parsed once. Throws one sentence that names every problem. */
export function readConfig(environment: Environment = process.env): Config {
  const env = readEnvironment(environment)
  const title = env.text('SITE_NAME', 'Gitferry')
  const platform = readPlatformConfig(env, { name: 'gitferry', title })
  const { isProduction, databaseUrl, siteUrl, apiUrl } = platform

  const config: Config = {
    ...platform,
    seed: env.oneOf('SEED', ['demo', 'none'], isProduction || databaseUrl ? 'none' : 'demo'),
    stopsWithStdin: env.flag('STOP_WITH_STDIN', false),
    devRendererUrl: isProduction ? null : (env.given('DEV_RENDERER_URL') ?? null),
    clockFile: env.given('CLOCK_FILE') ?? null,
    adminEmails: readAdmins(env),
    adminRequiresFactor: env.flag('ADMIN_REQUIRE_MFA', isProduction),
    newsletter: readNewsletter(env),
    githubApp: readGithubApp(env),
    lemonSqueezy: readLemonSqueezy(env),
    standins: env.list('STANDINS_RUNNING').map(nameAndUrl),
    public: readPublicConfig(env, { siteName: title, siteUrl, apiUrl }),
  }
  if (config.seed === 'demo' && databaseUrl) {
    env.problem('SEED=demo is only for the embedded database: its passwords are known to everybody')
  }
  if (isProduction) refuseUnsafe(env, config)
  env.refuseProblems()

  return config
}

const readAdmins = (env: EnvironmentReader) =>
  env.list('ADMIN_EMAILS').map((email) => email.toLowerCase())

function nameAndUrl(entry: string) {
  const [name = '', url = ''] = entry.split(/=(.*)/s)

  return { name, url }
}
