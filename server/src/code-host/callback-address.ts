import type { CodeHost } from './code-host.ts'

/** The page that GitHub redirects to; registered there exactly like this. */
export const callbackAddress = ({ siteUrl }: Pick<CodeHost, 'siteUrl'>): string =>
  `${siteUrl}/auth/github/callback`
