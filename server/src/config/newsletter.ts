import type { EnvironmentReader } from '@app/platform/config/environment.ts'

export type NewsletterConfig = {
  /** The mailing service's origin. */
  url: string
  /** The value from the service's own embedded form. */
  account: string
  list: string
  /** The interest group that contains the preferences. */
  group: string
  tags: string[]
  limitMs: number
}

/** A visitor waits while the form is submitted. */
const LIMIT_MS = 8_000

/** null: nobody can subscribe. */
export function readNewsletter(env: EnvironmentReader): NewsletterConfig | null {
  env.know('NEWSLETTER_U', 'NEWSLETTER_ID', 'NEWSLETTER_GROUP', 'NEWSLETTER_TAGS')
  const url = env.address('NEWSLETTER_URL', '', ['http:', 'https:'])
  if (url === '') return null

  const required = (name: string) => {
    const value = env.get(name)
    if (value === undefined) env.problem(`${name} is missing`)
    return value ?? ''
  }
  return {
    url,
    account: required('NEWSLETTER_U'),
    list: required('NEWSLETTER_ID'),
    group: required('NEWSLETTER_GROUP'),
    tags: env.list('NEWSLETTER_TAGS'),
    limitMs: LIMIT_MS,
  }
}
