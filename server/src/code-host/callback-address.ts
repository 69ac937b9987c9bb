import type { CodeHost } from './code-host.ts'

/** The page of ours that GitHub sends people back to; registered there, word for word. */
export const callbackAddress = ({ siteUrl }: Pick<CodeHost, 'siteUrl'>): string =>
  `${siteUrl}/auth/github/callback`
