import type { PublicConfig } from '@app/contract/public-config'
import type { EnvironmentReader } from '@app/platform/config/environment.ts'
import * as z from 'zod/mini'

const WEB = ['http:', 'https:']

/** Shown if nothing is configured. None of them belongs to an installation's operator. */
export const EXAMPLES = {
  SUPPORT_EMAIL: 'support@gitferry.example',
  REPOSITORY_URL: 'https://github.com/gitferry/gitferry',
  VIDEO_CHANNEL_URL: 'https://www.youtube.com/@gitferry',
}

type Installation = Pick<
  PublicConfig,
  'siteName' | 'siteUrl' | 'apiUrl' | 'passkeys' | 'sso' | 'realtime'
> & { hasOAuthServer: boolean }

/** The configuration for browsers. The product's names and links are set only here. */
export function readPublicConfig(
  env: EnvironmentReader,
  { hasOAuthServer, ...site }: Installation,
): PublicConfig {
  const link = (name: string, otherwise: string) => env.address(name, otherwise, WEB)
  const optional = (name: string) => (env.get(name) ? link(name, site.siteUrl) : null)

  return {
    isDevelopment: env.get('NODE_ENV') !== 'production',
    ...site,
    publishableKey: env.text('PUBLISHABLE_KEY', ''),
    supportEmail: readSupportEmail(env),
    links: {
      // Our own guides, because a search page or a foreign home page would not help.
      store: link('STORE_URL', '/docs/install'),
      video: link('VIDEO_URL', '/docs/getting-started'),
      docs: link('DOCS_URL', '/docs'),
      // The specification places these two links on the landing page (section 2).
      repository: link('REPOSITORY_URL', EXAMPLES.REPOSITORY_URL),
      videoChannel: link('VIDEO_CHANNEL_URL', EXAMPLES.VIDEO_CHANNEL_URL),
      chat: optional('CHAT_URL'),
      x: optional('X_URL'),
      linkedin: optional('LINKEDIN_URL'),
      reddit: optional('REDDIT_URL'),
    },
    github: {
      webUrl: link('GITHUB_WEB_URL', 'https://github.com'),
      apiUrl: link('GITHUB_API_URL', 'https://api.github.com'),
    },
    builderUrl: link('BUILDER_URL', 'https://bolt.new'),
    flags: {
      SHOW_UPGRADE_SECTION: env.flag('SHOW_UPGRADE_SECTION', true),
      SHOW_SIGN_IN: env.flag('SHOW_SIGN_IN', true),
      OAUTH_SERVER: hasOAuthServer,
    },
  }
}

export function readSupportEmail(env: EnvironmentReader): string {
  const email = env.text('SUPPORT_EMAIL', EXAMPLES.SUPPORT_EMAIL)
  if (!z.email().safeParse(email).success) env.problem('SUPPORT_EMAIL must be a mail address')

  return email
}
