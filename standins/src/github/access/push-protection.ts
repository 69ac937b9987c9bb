import { createHash, randomUUID } from 'node:crypto'
import { Refusal } from '#github/api/errors.ts'
import type { Repository } from '#github/repositories/repository.ts'

/** A few of the secrets that GitHub knows, with its names for them in the API and in `git push`. */
const PATTERNS: readonly (readonly [type: string, title: string, pattern: RegExp])[] = [
  ['GITHUB_PERSONAL_ACCESS_TOKEN', 'GitHub Personal Access Token', /\bghp_[A-Za-z0-9]{36}\b/g],
  [
    'GITHUB_APP_USER_TO_SERVER_ACCESS_TOKEN',
    'GitHub App User-to-Server Access Token',
    /\bghu_[A-Za-z0-9]{36}\b/g,
  ],
  [
    'GITHUB_FINE_GRAINED_PERSONAL_ACCESS_TOKEN',
    'GitHub Fine-grained Personal Access Token',
    /\bgithub_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}\b/g,
  ],
  ['STRIPE_API_KEY', 'Stripe API Key', /\b[rs]k_live_[A-Za-z0-9]{24,}\b/g],
  ['OPENAI_API_KEY', 'OpenAI API Key', /\bsk-proj-[\w-]{40,}/g],
  ['ANTHROPIC_API_KEY', 'Anthropic API Key', /\bsk-ant-api03-[\w-]{80,}/g],
  ['SLACK_API_TOKEN', 'Slack API Token', /\bxox[bp]-\d{10,}-\d{10,}-[A-Za-z0-9]{24,}\b/g],
  ['SENDGRID_API_KEY', 'SendGrid API Key', /\bSG\.[\w-]{22}\.[\w-]{43}/g],
  ['SUPABASE_SERVICE_KEY', 'Supabase Service Key', /\bsb_secret_[\w-]{20,}/g],
]

/** On for public repositories, as on GitHub; a private one can switch it on. */
const isProtected = ({ isPrivate, protectsPushes }: Repository) => protectsPushes ?? !isPrivate

/** A secret, with the line where it begins. */
type FoundSecret = { type: string; title: string; digest: string; line: number }

/** Throws if the content holds a secret. As on GitHub, inline trees are not searched. */
export function mustHoldNoSecret(repository: Repository, content: Buffer): void {
  const found = refusedSecrets(repository, content)
  if (found.length === 0) return

  throw new Refusal(
    409,
    'Repository rule violations found\n\nSecret detected in content\n\n',
    undefined,
    {},
    {
      secret_scanning: {
        bypass_placeholders: found.map(({ type }) => ({
          placeholder_id: randomUUID(),
          token_type: type,
        })),
      },
    },
  )
}

/** The secrets in a content that the repository refuses. */
export const refusedSecrets = (repository: Repository, content: Buffer): FoundSecret[] =>
  isProtected(repository) ? secretsIn(content.toString('latin1')) : []

const secretsIn = (text: string): FoundSecret[] =>
  PATTERNS.flatMap(([type, title, pattern]) =>
    [...text.matchAll(pattern)].map(({ 0: secret, index }) => ({
      type,
      title,
      digest: createHash('sha256').update(secret).digest('hex'),
      line: text.slice(0, index).split('\n').length,
    })),
  )
