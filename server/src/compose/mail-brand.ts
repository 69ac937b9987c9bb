import type { PublicConfig } from '@app/contract/public-config'
import type { MailBrand } from '@app/platform/mail/layout/content.ts'

/** Who writes the mails, and where the pages are that the platform's own mails lead to. */
export const mailBrandOf = ({
  siteName,
  siteUrl,
  apiUrl,
  supportEmail,
}: PublicConfig): MailBrand => ({
  siteName,
  siteUrl,
  apiUrl,
  supportEmail,
  pages: {
    signIn: '/login',
    recovery: '/forgot-password',
    security: '/settings?tab=security',
    mailSettings: '/settings?tab=notifications',
  },
})
