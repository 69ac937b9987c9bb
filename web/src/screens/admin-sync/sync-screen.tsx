import { PageHeader } from '@app/ui/page-header.tsx'
import { Tabs } from '@app/ui/tabs.tsx'
import { useNavigate, useSearchParams } from 'react-router'
import { usePageTitle } from '#browser/page-title.ts'
import { UnsavedChanges } from '#features/unsaved-changes/unsaved-changes.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { useLeavingTexts } from '#i18n/leaving-texts.ts'
import { SyncAudit } from './sync-audit.tsx'
import { SyncClones } from './sync-clones.tsx'
import { SyncHealth } from './sync-health.tsx'
import { SyncJobs } from './sync-jobs.tsx'
import { SyncMails } from './sync-mails.tsx'
import { SyncOverview } from './sync-overview.tsx'
import { SyncRepositories } from './sync-repositories.tsx'
import { SyncResources } from './sync-resources.tsx'
import { SyncWebhooks } from './sync-webhooks.tsx'

/** What runs between us and others, and how to set it right without a terminal. */
export function SyncScreen() {
  const { t } = useTranslation()
  const [parameters] = useSearchParams()
  const navigate = useNavigate()
  const tabs = [
    { value: 'overview', label: t('adminSync.tabs.overview'), content: <SyncOverview /> },
    { value: 'webhooks', label: t('adminSync.tabs.webhooks'), content: <SyncWebhooks /> },
    { value: 'jobs', label: t('adminSync.tabs.jobs'), content: <SyncJobs /> },
    { value: 'mail', label: t('adminSync.tabs.mail'), content: <SyncMails /> },
    { value: 'clones', label: t('adminSync.tabs.clones'), content: <SyncClones /> },
    {
      value: 'repositories',
      label: t('adminSync.tabs.repositories'),
      content: <SyncRepositories />,
    },
    { value: 'resources', label: t('adminSync.tabs.resources'), content: <SyncResources /> },
    { value: 'audit', label: t('adminSync.tabs.audit'), content: <SyncAudit /> },
    { value: 'health', label: t('adminSync.tabs.health'), content: <SyncHealth /> },
  ]
  const asked = tabs.find(({ value }) => value === parameters.get('tab')) ?? tabs[0]
  usePageTitle(`${t('header.admin')} – ${t('admin.nav.sync')} – ${asked?.label}`)

  return (
    <>
      <PageHeader title={t('admin.nav.sync')} lead={t('adminSync.lead')} />
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
