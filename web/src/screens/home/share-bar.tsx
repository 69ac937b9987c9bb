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
      <div className="page-edge flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-1.5">
        <h2 className="text-sm text-ink-soft">{t('home.share.title')}</h2>
        <ul className="-mr-3 flex flex-wrap">
          <Place href={to.x} name="X" />
          <Place href={to.linkedin} name="LinkedIn" />
          <Place href={to.reddit} name="Reddit" />
          <li>
            <a
              href={to.email}
              aria-label={t('home.share.email')}
              className={`${buttonClasses('quiet', 'sm')} max-sm:px-3`}
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
        className={`${buttonClasses('quiet', 'sm')} max-sm:px-3`}
      >
        {name}
      </a>
    </li>
  )
}
