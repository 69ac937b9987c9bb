import { createPrivateKey } from 'node:crypto'
import type { EnvironmentReader } from '@app/platform/config/environment.ts'

/** What a GitHub App has besides its registration for sign-in; what needs a missing one is refused. */
export type GithubAppConfig = {
  id: string | null
  /** Its name in GitHub's own addresses. */
  slug: string | null
  /** PEM. */
  privateKey: string | null
  webhookSecret: string | null
}

export const readGithubApp = (env: EnvironmentReader): GithubAppConfig => ({
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
