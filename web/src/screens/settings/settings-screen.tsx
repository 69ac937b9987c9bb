import { useSearchParams } from 'react-router'
import { PasswordCard } from '#features/auth/password-card.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { AppearanceCard } from './appearance-card.tsx'
import { GithubSection } from './github-section.tsx'
import { LanguageCard } from './language-card.tsx'
import { SettingsNav } from './settings-nav.tsx'
import { tabOf } from './tabs.ts'

const SECTIONS = {
  appearance: AppearanceCard,
  language: LanguageCard,
  github: GithubSection,
  security: PasswordCard,
}

export function SettingsScreen() {
  const { t } = useTranslation()
  const [parameters] = useSearchParams()
  const tab = tabOf(parameters.get('tab'))
  const Section = SECTIONS[tab]

  return (
    <div className="page-edge grid gap-8 py-10 md:py-14">
      <PageHead title={t('settings.title')} />
      <div className="grid items-start gap-8 md:grid-cols-[13rem_1fr]">
        <SettingsNav current={tab} />
        <Section />
      </div>
    </div>
  )
}
