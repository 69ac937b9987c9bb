import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { guidePaths } from '#config/paths.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { anchors } from './anchors.ts'
import { Section } from './section.tsx'
import { TokenGuide } from './token-guide.tsx'

const LOOK =
  'block h-full rounded-md border border-line bg-canvas px-4 py-3 transition-colors md:px-5 md:py-4 hover:border-line-strong'

export function Help() {
  const { t } = useTranslation()
  const { links, supportEmail } = usePublicConfig()

  return (
    <Section
      id={anchors.help}
      look="surface"
      title={t('home.help.title')}
      lead={t('home.help.lead')}
    >
      <TokenGuide />
      <ul className="mt-6 grid grid-cols-2 gap-3 lg:grid-cols-4">
        <li>
          <a href={links.docs} className={LOOK}>
            <Way title={t('home.help.docs.title')} text={t('home.help.docs.text')} />
          </a>
        </li>
        <li>
          <Link to={guidePaths.troubleshooting} className={LOOK}>
            <Way title={t('home.help.trouble.title')} text={t('home.help.trouble.text')} />
          </Link>
        </li>
        <li>
          <Chat>
            <Way title={t('home.help.chat.title')} text={t('home.help.chat.text')} />
          </Chat>
        </li>
        <li>
          <a href={`mailto:${supportEmail}`} className={LOOK}>
            <Way title={t('home.help.support.title')} text={t('home.help.support.text')} />
          </a>
        </li>
      </ul>
    </Section>
  )
}

/** The community's place: its chat, or the discussions beside the source. */
function Chat({ children }: { children: ReactNode }) {
  const { links } = usePublicConfig()

  return (
    <a href={links.chat ?? `${links.repository}/discussions`} className={LOOK}>
      {children}
    </a>
  )
}

function Way({ title, text }: { title: string; text: string }) {
  return (
    <>
      <span className="block font-medium text-accent">{title}</span>
      <span className="block text-sm text-ink-soft">{text}</span>
    </>
  )
}
