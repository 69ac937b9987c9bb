import { createPrivateKey } from 'node:crypto'
import type { EnvironmentReader } from '@app/platform/config/environment.ts'

/** A GitHub App's settings beyond its sign-in registration; calls that need a missing one are refused. */
export type GithubAppConfig = {
  id: string | null
  /** Its name in GitHub's URLs. */
  slug: string | null
  /** PEM. */
  privateKey: string | null
  webhookSecret: string | null
  /** `owner/name` of the repository where feedback becomes issues. */
  feedbackRepository: string | null
}

export const readGithubApp = (env: EnvironmentReader): GithubAppConfig => ({
  id: env.given('GITHUB_APP_ID') ?? null,
  slug: env.given('GITHUB_APP_SLUG') ?? null,
  privateKey: readPrivateKey(env),
  webhookSecret: env.given('GITHUB_APP_WEBHOOK_SECRET') ?? null,
  feedbackRepository: readFeedbackRepository(env),
})

function readFeedbackRepository(env: EnvironmentReader): string | null {
  const given = env.given('GITHUB_FEEDBACK_REPO')
  if (given !== undefined && !/^[\w.-]+\/[\w.-]+$/.test(given)) {
    env.problem('GITHUB_FEEDBACK_REPO must be the owner and name of a repository, as in owner/name')
  }

  return given ?? null
}

/** Line breaks may be written as `\\n`, or the whole key as base64. */
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
