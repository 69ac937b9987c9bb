import { PageHeader } from '@app/ui/page-header.tsx'
import { useSearchParams } from 'react-router'
import { usePageTitle } from '#browser/page-title.ts'
import { TAB_WORDS } from '#features/site/settings-tabs.ts'
import { UnsavedChanges } from '#features/unsaved-changes/unsaved-changes.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { SettingsNav } from './settings-nav.tsx'
import { entryOf, SECTIONS, tabOf } from './tabs.tsx'

export function SettingsScreen() {
  const { t } = useTranslation()
  const [parameters] = useSearchParams()
  const tab = tabOf(parameters.get('tab'))
  const Section = SECTIONS[tab]
  usePageTitle(`${t('settings.title')} – ${t(TAB_WORDS[tab])}`)

  return (
    <div className="page-edge grid gap-8 py-10 md:py-14">
      <PageHeader title={t('settings.title')} />
      <div className="grid items-start gap-8 md:grid-cols-[13rem_1fr]">
        <SettingsNav current={tab} />
        <div className="reveal-in-order grid min-w-0 gap-6">
          <Section key={entryOf(tab)} />
        </div>
      </div>
      <LeaveWarning />
    </div>
  )
}

/** One dialog for all cards of a tab. */
function LeaveWarning() {
  const { t } = useTranslation()
  const texts = {
    title: t('settings.leave.title'),
    text: t('settings.leave.text'),
    stay: t('settings.leave.stay'),
    leave: t('settings.leave.go'),
  }

  return <UnsavedChanges texts={texts} />
}
