import type { PublicConfig } from '@app/contract/public-config'
import type { EnvironmentReader } from '@app/platform/config/environment.ts'

const WEB = ['http:', 'https:']

/** The configuration that browsers get. The product's names and links are set here only. */
export function readPublicConfig(
  env: EnvironmentReader,
  { siteName, siteUrl, apiUrl }: Pick<PublicConfig, 'siteName' | 'siteUrl' | 'apiUrl'>,
): PublicConfig {
  const link = (name: string, otherwise: string) => env.address(name, otherwise, WEB)

  return {
    isDevelopment: env.given('NODE_ENV') !== 'production',
    siteName,
    siteUrl,
    apiUrl,
    publishableKey: env.text('PUBLISHABLE_KEY', ''),
    supportEmail: env.text('SUPPORT_EMAIL', 'support@gitferry.example'),
    links: {
      store: link('STORE_URL', 'https://chromewebstore.google.com/search/gitferry'),
      video: link('VIDEO_URL', 'https://www.youtube.com/results?search_query=gitferry'),
      docs: link('DOCS_URL', 'https://github.com/gitferry/gitferry#readme'),
      chat: link('CHAT_URL', 'https://discord.com/invite/gitferry'),
      repository: link('REPOSITORY_URL', 'https://github.com/gitferry/gitferry'),
      videoChannel: link('VIDEO_CHANNEL_URL', 'https://www.youtube.com/@gitferry'),
      x: link('X_URL', 'https://x.com/gitferry'),
      linkedin: link('LINKEDIN_URL', 'https://www.linkedin.com/company/gitferry'),
      reddit: link('REDDIT_URL', 'https://www.reddit.com/r/gitferry'),
    },
    github: {
      webUrl: link('GITHUB_WEB_URL', 'https://github.com'),
      apiUrl: link('GITHUB_API_URL', 'https://api.github.com'),
    },
    flags: {
      SHOW_UPGRADE_SECTION: env.flag('SHOW_UPGRADE_SECTION', true),
      SHOW_SIGN_IN: env.flag('SHOW_SIGN_IN', true),
    },
  }
}
