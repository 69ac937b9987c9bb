import { createPrivateKey } from 'node:crypto'
import type { EnvironmentReader } from './environment.ts'

type Registration = { clientId: string; clientSecret: string; limitMs: number }

/** What a GitHub App has besides; each may be missing, and then what needs it is refused. */
type GithubAppConfig = {
  id: string | null
  /** Its name in GitHub's own addresses. */
  slug: string | null
  /** PEM. */
  privateKey: string | null
  webhookSecret: string | null
}

export type ProvidersConfig = {
  /** null: nobody signs in this way, and nobody connects. */
  github: (Registration & { webUrl: string; apiUrl: string; app: GithubAppConfig }) | null
  google:
    | (Omit<Registration, 'clientId'> & { issuer: string; clientIds: [string, ...string[]] })
    | null
}

/** Up to three calls follow one another while a person waits, and all must fit into ten seconds. */
const LIMIT_MS = 3_000
const WEB = ['http:', 'https:']

/** With whom people may sign in: those that know this installation by an id and a secret. */
export function readProviders(env: EnvironmentReader): ProvidersConfig {
  return { github: readGithub(env), google: readGoogle(env) }
}

function readGithub(env: EnvironmentReader): ProvidersConfig['github'] {
  const webUrl = env.address('GITHUB_WEB_URL', 'https://github.com', WEB)
  const apiUrl = env.address('GITHUB_API_URL', 'https://api.github.com', WEB)
  const registration = readRegistration(env, 'GITHUB_APP')

  return registration && { ...registration, webUrl, apiUrl, app: readGithubApp(env) }
}

const readGithubApp = (env: EnvironmentReader): GithubAppConfig => ({
  id: env.given('GITHUB_APP_ID') ?? null,
  slug: env.given('GITHUB_APP_SLUG') ?? null,
  privateKey: readPrivateKey(env),
  webhookSecret: env.given('GITHUB_APP_WEBHOOK_SECRET') ?? null,
})

/** Many ways to set a variable know no line breaks: `\\n` stands for one, or all of it is base64. */
function readPrivateKey(env: EnvironmentReader): string | null {
  const given = env.given('GITHUB_APP_PRIVATE_KEY')
  if (given === undefined) return null
  const pem = given.startsWith('-----')
    ? given.replaceAll('\\n', '\n')
    : Buffer.from(given, 'base64').toString()

  if (!isPrivateKey(pem)) {
    env.problem('GITHUB_APP_PRIVATE_KEY must be a private key in PEM, or the base64 of one')
  }
  return pem
}

function isPrivateKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}

function readGoogle(env: EnvironmentReader): ProvidersConfig['google'] {
  const issuer = env.address('GOOGLE_ISSUER', 'https://accounts.google.com', WEB)
  const registration = readRegistration(env, 'GOOGLE')
  if (!registration) return null

  // Further ids are of programs of ours, such as one for phones, whose id tokens we take as well.
  const [clientId = '', ...more] = env.list('GOOGLE_CLIENT_ID')
  const { clientSecret, limitMs } = registration
  return { issuer, clientIds: [clientId, ...more], clientSecret, limitMs }
}

/** Half a registration is a mistake that would show only when somebody tries to sign in. */
function readRegistration(env: EnvironmentReader, prefix: string): Registration | null {
  const clientId = env.given(`${prefix}_CLIENT_ID`)
  const clientSecret = env.given(`${prefix}_CLIENT_SECRET`)
  if (clientId === undefined && clientSecret === undefined) return null

  if (clientId === undefined) env.problem(`${prefix}_CLIENT_ID is missing`)
  if (clientSecret === undefined) env.problem(`${prefix}_CLIENT_SECRET is missing`)
  return { clientId: clientId ?? '', clientSecret: clientSecret ?? '', limitMs: LIMIT_MS }
}
