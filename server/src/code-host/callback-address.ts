import type { CodeHost } from './code-host.ts'

/** The page to which GitHub redirects, registered there in exactly this form. */
export const callbackAddress = ({ siteUrl }: Pick<CodeHost, 'siteUrl'>): string =>
  `${siteUrl}/auth/github/callback`
