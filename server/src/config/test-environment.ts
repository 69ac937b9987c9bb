import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** For tests: what production needs at least. */
export const production = {
  NODE_ENV: 'production',
  SITE_URL: 'https://gitferry.test',
  DATABASE_URL: 'postgres://gitferry@db.test/gitferry',
  APP_ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
  MAIL_FROM: 'Gitferry <hello@gitferry.test>',
  SMTP_URL: 'smtps://mail.test',
  JWT_SECRET: randomBytes(32).toString('hex'),
  PUBLISHABLE_KEY: `sb_publishable_${randomBytes(24).toString('base64url')}`,
  LEMON_SQUEEZY_API_KEY: randomBytes(24).toString('hex'),
  LEMON_SQUEEZY_STORE_ID: '7',
  LEMON_SQUEEZY_WEBHOOK_SECRET: randomBytes(16).toString('hex'),
}

/** The variables of README's table. */
export function namesInReadme(): string[] {
  const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8')
  const section = readme.slice(readme.indexOf('| variable |'), readme.indexOf('## Go to'))

  return [...section.matchAll(/`(_?[A-Z][A-Z0-9_]+)`/g)].map(([, name = '']) =>
    name.startsWith('_') ? `AUTH_CAPTCHA${name}` : name,
  )
}

export function messageOf(work: () => unknown): string {
  try {
    work()
    return ''
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
