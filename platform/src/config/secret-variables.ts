/** Variables whose value may also come from a file, which `<NAME>_FILE` names. */
export const PLATFORM_SECRETS = [
  'DATABASE_URL',
  'SMTP_URL',
  'APP_ENCRYPTION_KEYS',
  'JWT_KEYS',
  'JWT_SECRET',
  'PUBLISHABLE_KEY',
  'SECRET_KEY',
  'ANON_KEY',
  'SERVICE_ROLE_KEY',
  'METRICS_TOKEN',
  'AUTH_CAPTCHA_SECRET',
  'AUTH_SAML_PRIVATE_KEY',
  'AUTH_SAML_PRIVATE_KEY_NEXT',
  'GITHUB_APP_CLIENT_SECRET',
  'GOOGLE_CLIENT_SECRET',
] as const

/** The same for the standalone data API. */
export const REST_SECRETS = ['PGRST_DB_URI', 'PGRST_JWT_SECRET'] as const
