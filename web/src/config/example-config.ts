import type { PublicConfig } from '@app/contract/public-config'

/** For tests: a configuration without real addresses. */
export const exampleConfig: PublicConfig = {
  isDevelopment: false,
  siteName: 'Gitferry',
  siteUrl: 'https://gitferry.test',
  apiUrl: 'https://gitferry.test',
  publishableKey: 'sb_publishable_example',
  passkeys: 'gitferry.test',
  sso: false,
  realtime: true,
  supportEmail: 'support@gitferry.test',
  links: {
    store: 'https://store.test/gitferry',
    video: 'https://video.test/demo',
    docs: 'https://docs.test',
    chat: 'https://chat.test',
    repository: 'https://code.test/gitferry',
    videoChannel: 'https://video.test/channel',
    x: 'https://x.test/gitferry',
    linkedin: 'https://linkedin.test/gitferry',
    reddit: 'https://reddit.test/gitferry',
  },
  github: { webUrl: 'https://code.test', apiUrl: 'https://api.code.test' },
  builderUrl: 'https://builder.test',
  flags: { SHOW_UPGRADE_SECTION: true, SHOW_SIGN_IN: true, OAUTH_SERVER: false },
}
