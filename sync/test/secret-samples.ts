import type { SecretKind } from '#secrets/secret-rules.ts'

const RANDOM = 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0'

export const jwt = (payload: unknown) =>
  ['{"alg":"HS256","typ":"JWT"}', JSON.stringify(payload), RANDOM]
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.')

const sample = (kind: SecretKind, name: string, text: string) => ({ kind, name, text })

/** One for each beginning of each rule. Put together here, so that no scanner takes this file for a leak. */
export const SECRET_SAMPLES = [
  ...['p', 'o', 'u', 's', 'r'].map((one) =>
    sample('github_token', `gh${one}`, `gh${one}_${RANDOM.slice(0, 36)}`),
  ),
  sample('github_token', 'fine-grained', `github_pat_${RANDOM}${RANDOM}`),
  sample('gitlab_token', 'personal', `glpat-${RANDOM.slice(0, 20)}`),
  ...['AKIA', 'ASIA'].map((one) =>
    sample('aws_key', one, `${one}${RANDOM.toUpperCase().slice(0, 16)}`),
  ),
  sample('google_api_key', 'key', `AIza${RANDOM.slice(0, 35)}`),
  sample('google_client_secret', 'secret', `GOCSPX-${RANDOM.slice(0, 28)}`),
  ...['proj', 'svcacct', 'admin'].map((one) => sample('openai_key', one, `sk-${one}-${RANDOM}`)),
  sample('anthropic_key', 'key', `sk-ant-api03-${RANDOM}`),
  ...['sk', 'rk'].map((one) => sample('stripe_key', one, `${one}_live_${RANDOM.slice(0, 24)}`)),
  sample('webhook_secret', 'secret', `whsec_${RANDOM.slice(0, 32)}`),
  ...['a', 'b', 'p', 'r', 's'].map((one) => sample('slack_token', one, `xox${one}-${RANDOM}`)),
  sample('sendgrid_key', 'key', `SG.${RANDOM.slice(0, 22)}.${RANDOM}`),
  sample('npm_token', 'token', `npm_${RANDOM.slice(0, 36)}`),
  ...['', 'RSA ', 'EC ', 'OPENSSH ', 'ENCRYPTED '].map((one) =>
    sample('private_key', `${one}header`, `-----BEGIN ${one}PRIVATE${' KEY-----'}`),
  ),
  sample('private_key', 'PGP block', `-----BEGIN PGP PRIVATE${' KEY BLOCK-----'}`),
  sample('supabase_secret_key', 'key', `sb_secret_${RANDOM.slice(0, 22)}`),
  sample('supabase_access_token', 'token', `sbp_${'0123456789abcdef'.repeat(3).slice(0, 40)}`),
  sample('supabase_service_role', 'jwt', jwt({ iss: 'supabase', role: 'service_role' })),
  ...['postgres', 'postgresql', 'mysql', 'mariadb', 'mongodb', 'mongodb+srv', 'redis', 'amqps'].map(
    (one) => sample('database_password', one, `${one}://app:${'Tr0ub4dor@db.gitferry.dev'}`),
  ),
]
