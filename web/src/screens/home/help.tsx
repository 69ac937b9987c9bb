import { usePublicConfig } from '#config/public-config.tsx'
import { usePublicContent } from '#config/public-content.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { rowText } from '#i18n/row-text.ts'
import { anchors } from './anchors.ts'
import { LINK_LOOK } from './link-look.ts'
import { TokenGuide } from './token-guide.tsx'

/** The token, which most questions are about, and where to read and ask about the others. */
export function Help() {
  const { t } = useTranslation()

  return (
    <section id={anchors.help} className="border-t border-line bg-surface py-7 md:py-12">
      <div className="page-edge">
        <h2 className="text-title font-semibold">{t('home.help.title')}</h2>
        <p className="mt-2 max-w-prose text-sm text-ink-soft md:mt-3 md:text-lg">
          {t('home.help.lead')}
        </p>
        <Ways />
        <div className="mt-4 md:mt-6">
          <TokenGuide />
        </div>
      </div>
    </section>
  )
}

function Ways() {
  const { t, language } = useTranslation()
  const { links, supportEmail } = usePublicConfig()
  const { resourceCategories } = usePublicContent()
  // The first of each category stands among the resources.
  const resources = resourceCategories.flatMap((category) => category.resources.slice(1))
  const ways = [
    { href: links.docs, text: t('home.help.docs.title') },
    ...resources.map((row) => ({ href: row.url, text: rowText(row, 'title', language) })),
    ...(links.chat ? [{ href: links.chat, text: t('home.help.chat.title') }] : []),
    { href: `mailto:${supportEmail}`, text: t('home.help.support.title') },
  ]

  return (
    <ul className="mt-2 flex flex-wrap gap-x-6 text-sm md:mt-4">
      {ways.map(({ href, text }) => (
        <li key={href}>
          <a href={href} className={LINK_LOOK}>
            {text}
          </a>
        </li>
      ))}
    </ul>
  )
}
