import { createPrivateKey } from 'node:crypto'
import type { EnvironmentReader } from '@app/platform/config/environment.ts'

/** A GitHub App's settings beyond its sign-in registration; calls without a needed one are refused. */
export type GithubAppConfig = {
  id: string | null
  /** Its name in GitHub's URLs. */
  slug: string | null
  /** The key in PEM format. */
  privateKey: string | null
  webhookSecret: string | null
  /** `owner/name` of the repository that receives feedback as issues. */
  feedbackRepository: string | null
}

export const readGithubApp = (env: EnvironmentReader): GithubAppConfig => ({
  id: env.get('GITHUB_APP_ID') ?? null,
  slug: env.get('GITHUB_APP_SLUG') ?? null,
  privateKey: readPrivateKey(env),
  webhookSecret: env.get('GITHUB_APP_WEBHOOK_SECRET') ?? null,
  feedbackRepository: readFeedbackRepository(env),
})

function readFeedbackRepository(env: EnvironmentReader): string | null {
  const value = env.get('GITHUB_FEEDBACK_REPO')
  if (value !== undefined && !/^[\w.-]+\/[\w.-]+$/.test(value)) {
    env.problem('GITHUB_FEEDBACK_REPO must be the owner and name of a repository, as in owner/name')
  }

  return value ?? null
}

/** Line breaks may be written as `\\n`, or the whole key as base64. */
function readPrivateKey(env: EnvironmentReader): string | null {
  const value = env.get('GITHUB_APP_PRIVATE_KEY')
  if (value === undefined) return null
  const pem = value.startsWith('-----')
    ? value.replaceAll('\\n', '\n')
    : Buffer.from(value, 'base64').toString()

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
