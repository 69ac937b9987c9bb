import { createHash } from 'node:crypto'
import { Refusal } from '#github/api/errors.ts'
import type { GithubNeeds } from '#github/memory/needs.ts'
import type { Repository } from '#github/repositories/repository.ts'

/** A few of the secrets that GitHub knows, with its names for them. */
const PATTERNS: readonly { type: string; pattern: RegExp }[] = [
  { type: 'GITHUB_PERSONAL_ACCESS_TOKEN', pattern: /\bghp_[A-Za-z0-9]{36}\b/g },
  { type: 'GITHUB_APP_USER_TO_SERVER_ACCESS_TOKEN', pattern: /\bghu_[A-Za-z0-9]{36}\b/g },
  {
    type: 'GITHUB_FINE_GRAINED_PERSONAL_ACCESS_TOKEN',
    pattern: /\bgithub_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}\b/g,
  },
  { type: 'STRIPE_API_KEY', pattern: /\b[rs]k_live_[A-Za-z0-9]{24,}\b/g },
  { type: 'OPENAI_API_KEY', pattern: /\bsk-proj-[\w-]{40,}/g },
  { type: 'ANTHROPIC_API_KEY', pattern: /\bsk-ant-api03-[\w-]{80,}/g },
  { type: 'SLACK_API_TOKEN', pattern: /\bxox[bp]-\d{10,}-\d{10,}-[A-Za-z0-9]{24,}\b/g },
  { type: 'SENDGRID_API_KEY', pattern: /\bSG\.[\w-]{22}\.[\w-]{43}/g },
  { type: 'SUPABASE_SERVICE_KEY', pattern: /\bsb_secret_[\w-]{20,}/g },
]

/** On for public repositories, as on GitHub; a private one can switch it on. */
const isProtected = ({ isPrivate, protectsPushes }: Repository) => protectsPushes ?? !isPrivate

/** Throws if the content holds a secret that was not allowed before. Inline trees are not looked at, as on GitHub. */
export async function mustHoldNoSecret(
  { memory: { bypasses }, clock }: GithubNeeds,
  repository: Repository,
  content: Buffer,
): Promise<void> {
  if (!isProtected(repository)) return
  const found = secretsIn(content.toString('latin1')).filter(
    ({ digest }) => !bypasses.isAllowed(repository.id, digest, clock.now()),
  )
  if (found.length === 0) return

  const placeholders = await bypasses.add(
    found.map((one) => ({ ...one, repositoryId: repository.id })),
  )
  throw new Refusal(
    409,
    'Repository rule violations found\n\nSecret detected in content\n\n',
    undefined,
    {},
    {
      secret_scanning: {
        bypass_placeholders: placeholders.map(({ id, type }) => ({
          placeholder_id: id,
          token_type: type,
        })),
      },
    },
  )
}

const secretsIn = (text: string) =>
  PATTERNS.flatMap(({ type, pattern }) =>
    [...text.matchAll(pattern)].map(([secret]) => ({
      type,
      digest: createHash('sha256').update(secret).digest('hex'),
    })),
  )
