import { PageHeader } from '@app/ui/page-header.tsx'
import { Tabs } from '@app/ui/tabs.tsx'
import { useNavigate, useSearchParams } from 'react-router'
import { usePageTitle } from '#browser/page-title.ts'
import { UnsavedChanges } from '#features/unsaved-changes/unsaved-changes.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { useLeavingTexts } from '#i18n/leaving-texts.ts'
import { AuditList } from './audit-list.tsx'
import { ClonesList } from './clones-list.tsx'
import { HealthTab } from './health-tab.tsx'
import { JobsList } from './jobs-list.tsx'
import { MailsList } from './mails-list.tsx'
import { OverviewTab } from './overview-tab.tsx'
import { RepositoriesTab } from './repositories-tab.tsx'
import { ResourcesTab } from './resources-tab.tsx'
import { WebhooksList } from './webhooks-list.tsx'

/** What runs between us and others, and how to set it right without a terminal. */
export function OperationsScreen() {
  const { t } = useTranslation()
  const [parameters] = useSearchParams()
  const navigate = useNavigate()
  const tabs = [
    { value: 'overview', label: t('adminOperations.tabs.overview'), content: <OverviewTab /> },
    { value: 'webhooks', label: t('adminOperations.tabs.webhooks'), content: <WebhooksList /> },
    { value: 'jobs', label: t('adminOperations.tabs.jobs'), content: <JobsList /> },
    { value: 'mail', label: t('adminOperations.tabs.mail'), content: <MailsList /> },
    { value: 'clones', label: t('adminOperations.tabs.clones'), content: <ClonesList /> },
    {
      value: 'repositories',
      label: t('adminOperations.tabs.repositories'),
      content: <RepositoriesTab />,
    },
    { value: 'resources', label: t('adminOperations.tabs.resources'), content: <ResourcesTab /> },
    { value: 'audit', label: t('adminOperations.tabs.audit'), content: <AuditList /> },
    { value: 'health', label: t('adminOperations.tabs.health'), content: <HealthTab /> },
  ]
  const asked = tabs.find(({ value }) => value === parameters.get('tab')) ?? tabs[0]
  usePageTitle(`${t('header.admin')} – ${t('admin.nav.sync')} – ${asked?.label}`)

  return (
    <>
      <PageHeader title={t('admin.nav.sync')} lead={t('adminOperations.lead')} />
      <Tabs
        label={t('admin.nav.sync')}
        tabs={tabs.map((tab) => ({
          ...tab,
          content: <div className="grid grid-cols-[minmax(0,1fr)] gap-6">{tab.content}</div>,
        }))}
        value={asked?.value ?? ''}
        onChange={(value) => void navigate(value === 'overview' ? '?' : `?tab=${value}`)}
      />
      <UnsavedChanges texts={useLeavingTexts()} />
    </>
  )
}
