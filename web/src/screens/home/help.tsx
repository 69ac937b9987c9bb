import { Link } from 'react-router'
import { paths } from '#config/paths.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { anchors } from './anchors.ts'
import { Section } from './section.tsx'
import { TokenGuide } from './token-guide.tsx'

const WAY_LOOK =
  'block rounded-md border border-line bg-canvas px-5 py-4 transition-colors hover:border-line-strong'

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
      <ul className="mt-6 grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        <li>
          <Link to={paths.welcome} className={WAY_LOOK}>
            <Way title={t('home.help.welcome.title')} text={t('home.help.welcome.text')} />
          </Link>
        </li>
        <li>
          <a href={links.docs} className={WAY_LOOK}>
            <Way title={t('home.help.docs.title')} text={t('home.help.docs.text')} />
          </a>
        </li>
        <li>
          <a href={links.chat} className={WAY_LOOK}>
            <Way title={t('home.help.chat.title')} text={t('home.help.chat.text')} />
          </a>
        </li>
        <li>
          <a href={`mailto:${supportEmail}`} className={WAY_LOOK}>
            <Way title={t('home.help.support.title')} text={t('home.help.support.text')} />
          </a>
        </li>
      </ul>
    </Section>
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
