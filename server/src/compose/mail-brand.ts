import type { PublicConfig } from '@app/contract/public-config'
import type { MailBrand } from '@app/platform/mail/layout/content.ts'

/** The sender of the mails, and the pages that the platform's mails link to. */
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
