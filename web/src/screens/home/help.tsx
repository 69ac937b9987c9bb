import type { ReactNode } from 'react'
import { guidePaths } from '#config/paths.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { anchors } from './anchors.ts'
import { TokenGuide } from './token-guide.tsx'

/** The token, which most questions are about, and where to ask the others. */
export function Help() {
  const { t } = useTranslation()
  const { links, supportEmail } = usePublicConfig()

  return (
    <section id={anchors.help} className="border-t border-line bg-surface py-12">
      <div className="page-edge">
        <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
          <div>
            <h2 className="text-title font-semibold">{t('home.help.title')}</h2>
            <p className="mt-3 max-w-prose text-lg text-ink-soft">{t('home.help.lead')}</p>
          </div>
          <ul className="flex flex-wrap gap-x-6 text-sm">
            <Way href={links.docs}>{t('home.help.docs.title')}</Way>
            <Way href={guidePaths.troubleshooting}>{t('home.help.trouble.title')}</Way>
            <Way href={links.chat ?? `${links.repository}/discussions`}>
              {t('home.help.chat.title')}
            </Way>
            <Way href={`mailto:${supportEmail}`}>{t('home.help.support.title')}</Way>
          </ul>
        </div>
        <div className="mt-6 md:mt-8">
          <TokenGuide />
        </div>
      </div>
    </section>
  )
}

function Way({ href, children }: { href: string; children: ReactNode }) {
  return (
    <li>
      <a
        href={href}
        className="inline-flex min-h-8 items-center font-medium text-accent underline underline-offset-4 pointer-coarse:min-h-11"
      >
        {children}
      </a>
    </li>
  )
}
