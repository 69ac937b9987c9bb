import { createPrivateKey } from 'node:crypto'
import type { EnvironmentReader } from '@app/platform/config/environment.ts'

/** A GitHub App's settings beyond its sign-in registration; calls without a needed one are refused. */
export type GithubAppConfig = {
  id: string | null
  /** Its name in GitHub's URLs. */
  slug: string | null
  /** The key in PEM format. */
  privateKey: string | null
  /** Two while one is rotated. */
  webhookSecrets: string[]
  /** `owner/name` of the repository that receives feedback as issues. */
  feedbackRepository: string | null
}

export const readGithubApp = (
  env: EnvironmentReader,
  prefix: 'GITHUB_APP' | 'GITHUB_APP_STANDBY' = 'GITHUB_APP',
): GithubAppConfig => ({
  id: env.get(`${prefix}_ID`) ?? null,
  slug: env.get(`${prefix}_SLUG`) ?? null,
  privateKey: readPrivateKey(env, `${prefix}_PRIVATE_KEY`),
  webhookSecrets: env.list(`${prefix}_WEBHOOK_SECRET`),
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
function readPrivateKey(env: EnvironmentReader, name: string): string | null {
  const value = env.get(name)
  if (value === undefined) return null
  const pem = value.startsWith('-----')
    ? value.replaceAll('\\n', '\n')
    : Buffer.from(value, 'base64').toString()

  if (!isPrivateKey(pem)) {
    env.problem(`${name} must be a private key in PEM, or the base64 of one`)
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
