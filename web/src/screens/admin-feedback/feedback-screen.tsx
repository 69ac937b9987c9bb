import { PageHeader } from '@app/ui/page-header.tsx'
import { Tabs } from '@app/ui/tabs.tsx'
import { useNavigate, useSearchParams } from 'react-router'
import { usePageTitle } from '#browser/page-title.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { FeedbackAnalytics } from './feedback-analytics.tsx'
import { FeedbackLists } from './feedback-lists.tsx'
import { FeedbackTriage } from './feedback-triage.tsx'

/** All feedback: individually, and counted. */
export function FeedbackScreen() {
  const { t } = useTranslation()
  const [parameters] = useSearchParams()
  const navigate = useNavigate()
  const tabs = [
    { value: 'triage', label: t('figures.feedback.triage'), content: <FeedbackTriage /> },
    { value: 'analytics', label: t('figures.feedback.analytics'), content: <FeedbackAnalytics /> },
    { value: 'lists', label: t('admin.feedback.lists.tab'), content: <FeedbackLists /> },
  ]
  const chosen = tabs.some(({ value }) => value === parameters.get('tab'))
    ? String(parameters.get('tab'))
    : 'triage'
  usePageTitle(`${t('header.admin')} – ${t('admin.nav.feedback')}`)

  return (
    <>
      <PageHeader title={t('admin.nav.feedback')} lead={t('admin.feedback.lead')} />
      <Tabs
        label={t('admin.nav.feedback')}
        value={chosen}
        onChange={(value) => void navigate(value === 'triage' ? '?' : `?tab=${value}`)}
        tabs={tabs.map((tab) => ({
          ...tab,
          content: <div className="grid grid-cols-[minmax(0,1fr)] gap-6">{tab.content}</div>,
        }))}
      />
    </>
  )
}
