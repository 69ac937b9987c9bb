import { buttonClasses } from '@app/ui/button-classes.ts'
import { MailIcon } from '@app/ui/icons.tsx'
import { usePublicConfig } from '#config/public-config.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { shareAddresses } from './share-addresses.ts'

export function ShareBar() {
  const { t } = useTranslation()
  const { siteUrl } = usePublicConfig()
  const to = shareAddresses({ url: siteUrl, words: t('home.share.subject') })

  return (
    <section className="border-t border-line bg-surface">
      <div className="page-edge flex flex-wrap items-center justify-between gap-x-8 gap-y-4 py-6">
        <h2 className="font-medium">{t('home.share.title')}</h2>
        <ul className="flex flex-wrap gap-2">
          <Place href={to.x} name="X" />
          <Place href={to.linkedin} name="LinkedIn" />
          <Place href={to.reddit} name="Reddit" />
          <li>
            <a
              href={to.email}
              aria-label={t('home.share.email')}
              className={buttonClasses('secondary', 'sm')}
            >
              <MailIcon className="size-5" />
            </a>
          </li>
        </ul>
      </div>
    </section>
  )
}

function Place({ href, name }: { href: string; name: string }) {
  const { t } = useTranslation()

  return (
    <li>
      <a
        href={href}
        rel="noreferrer"
        aria-label={t('home.share.on', { place: name })}
        className={buttonClasses('secondary', 'sm')}
      >
        {name}
      </a>
    </li>
  )
}
