import type { EnvironmentReader } from './environment.ts'

type Registration = { clientId: string; clientSecret: string; limitMs: number }

export type ProvidersConfig = {
  /** null: this provider is disabled. */
  github: (Registration & { webUrl: string; apiUrl: string; userAgent: string }) | null
  /** A second app, for the day on which GitHub suspends the first. */
  githubStandby: Registration | null
  google:
    | (Omit<Registration, 'clientId'> & { issuer: string; clientIds: [string, ...string[]] })
    | null
}

/** A sign-in makes up to three calls in sequence, and together they must take at most ten seconds. */
const LIMIT_MS = 3_000
const WEB = ['http:', 'https:']

/** The sign-in providers that have both a client id and a secret. */
export function readProviders(env: EnvironmentReader, appName: string): ProvidersConfig {
  const github = readGithub(env, appName)
  const githubStandby = readRegistration(env, 'GITHUB_APP_STANDBY')
  if (githubStandby && (!github || githubStandby.clientId === github.clientId)) {
    env.problem('GITHUB_APP_STANDBY_CLIENT_ID needs GITHUB_APP_CLIENT_ID, of another app')
  }

  return { github, githubStandby, google: readGoogle(env) }
}

function readGithub(env: EnvironmentReader, userAgent: string): ProvidersConfig['github'] {
  const webUrl = env.address('GITHUB_WEB_URL', 'https://github.com', WEB)
  const apiUrl = env.address('GITHUB_API_URL', 'https://api.github.com', WEB)
  const registration = readRegistration(env, 'GITHUB_APP')

  return registration && { ...registration, webUrl, apiUrl, userAgent }
}

function readGoogle(env: EnvironmentReader): ProvidersConfig['google'] {
  const issuer = env.address('GOOGLE_ISSUER', 'https://accounts.google.com', WEB)
  const registration = readRegistration(env, 'GOOGLE')
  if (!registration) return null

  // Further ids belong to our other clients, such as a phone app; their id tokens are accepted too.
  const [clientId = '', ...more] = env.list('GOOGLE_CLIENT_ID')
  const { clientSecret, limitMs } = registration
  return { issuer, clientIds: [clientId, ...more], clientSecret, limitMs }
}

/** An incomplete registration would otherwise fail only at the first sign-in. */
function readRegistration(env: EnvironmentReader, prefix: string): Registration | null {
  const clientId = env.get(`${prefix}_CLIENT_ID`)
  const clientSecret = env.get(`${prefix}_CLIENT_SECRET`)
  if (clientId === undefined && clientSecret === undefined) return null

  if (clientId === undefined) env.problem(`${prefix}_CLIENT_ID is missing`)
  if (clientSecret === undefined) env.problem(`${prefix}_CLIENT_SECRET is missing`)
  return { clientId: clientId ?? '', clientSecret: clientSecret ?? '', limitMs: LIMIT_MS }
}
