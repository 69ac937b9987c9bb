export type SecretKind =
  | 'github_token'
  | 'gitlab_token'
  | 'aws_key'
  | 'google_api_key'
  | 'google_client_secret'
  | 'openai_key'
  | 'anthropic_key'
  | 'stripe_key'
  | 'webhook_secret'
  | 'slack_token'
  | 'sendgrid_key'
  | 'npm_token'
  | 'private_key'
  | 'supabase_secret_key'
  | 'supabase_access_token'
  | 'supabase_service_role'
  | 'database_password'

/** What published secrets look like; kinds are named after who issues them. */
export const SECRET_PATTERNS: readonly { kind: SecretKind; pattern: RegExp }[] = [
  { kind: 'github_token', pattern: /\bgh[pousr]_[A-Za-z0-9]{36,255}\b/g },
  { kind: 'github_token', pattern: /\bgithub_pat_[A-Za-z0-9_]{50,255}\b/g },
  { kind: 'gitlab_token', pattern: /\bglpat-[\w-]{20,}/g },
  { kind: 'aws_key', pattern: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g },
  { kind: 'google_api_key', pattern: /\bAIza[\w-]{35}(?![\w-])/g },
  { kind: 'google_client_secret', pattern: /\bGOCSPX-[\w-]{28}/g },
  { kind: 'openai_key', pattern: /\bsk-(?:proj|svcacct|admin)-[\w-]{20,}/g },
  { kind: 'anthropic_key', pattern: /\bsk-ant-[\w-]{20,}/g },
  { kind: 'stripe_key', pattern: /\b[sr]k_live_[A-Za-z0-9]{16,}/g },
  { kind: 'webhook_secret', pattern: /\bwhsec_[A-Za-z0-9+/=]{24,}/g },
  { kind: 'slack_token', pattern: /\bxox[abprs]-[A-Za-z0-9-]{10,}/g },
  { kind: 'sendgrid_key', pattern: /\bSG\.[\w-]{16,}\.[\w-]{16,}/g },
  { kind: 'npm_token', pattern: /\bnpm_[A-Za-z0-9]{36}\b/g },
  { kind: 'private_key', pattern: /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----/g },
  { kind: 'supabase_secret_key', pattern: /\bsb_secret_[\w-]{20,}/g },
  { kind: 'supabase_access_token', pattern: /\bsbp_[a-f0-9]{40}\b/g },
  { kind: 'supabase_service_role', pattern: /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/g },
  {
    kind: 'database_password',
    pattern:
      /\b(?:postgres(?:ql)?|mysql|mariadb|mongodb(?:\+srv)?|rediss?|amqps?):\/\/[^\s:@/'"`]*:[^\s@/'"`]+@[^\s/:'"`?#]+/g,
  },
]
