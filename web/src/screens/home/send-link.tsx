import { MailIcon } from '@app/ui/icons.tsx'
import type { MouseEvent } from 'react'
import { usePublicConfig } from '#config/public-config.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { shareAddresses } from './share-addresses.ts'

/** Phones have no extensions: the site's address, sent to where it is of use. By email where the browser cannot share. */
export function SendLink() {
  const { t } = useTranslation()
  const { siteUrl } = usePublicConfig()
  const title = t('home.share.subject')
  const { email } = shareAddresses({ url: siteUrl, words: title })

  function share(event: MouseEvent) {
    if (!navigator.share) return

    event.preventDefault()
    // Rejects when the visitor closes the sheet, which needs no answer.
    navigator.share({ title, url: siteUrl }).catch(() => {})
  }

  return (
    <a
      href={email}
      onClick={share}
      className="mt-3 hidden min-h-11 items-center gap-2 text-sm font-medium text-accent underline underline-offset-4 max-md:pointer-coarse:inline-flex"
    >
      <MailIcon className="size-4" />
      {t('home.sendLink')}
    </a>
  )
}
