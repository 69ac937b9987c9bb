import type { AttentionKind } from '@app/contract/admin-figures'
import { PageHeader } from '@app/ui/page-header.tsx'
import { Tabs } from '@app/ui/tabs.tsx'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { adminFiguresQuery } from '#api/admin/admin-figures.ts'
import { ADMIN_TOPIC, useLive } from '#api/live/topics.ts'
import { usePageTitle } from '#browser/page-title.ts'
import { UnsavedChanges } from '#features/unsaved-changes/unsaved-changes.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { useLeavingTexts } from '#i18n/leaving-texts.ts'
import type { MessageKey } from '#i18n/messages.ts'
import { AuditList } from './audit-list.tsx'
import { ClonesList } from './clones-list.tsx'
import { HealthTab } from './health-tab.tsx'
import { JobsList } from './jobs-list.tsx'
import { MailsList } from './mails-list.tsx'
import { OverviewTab } from './overview-tab.tsx'
import { RepositoriesTab } from './repositories-tab.tsx'
import { ResourcesTab } from './resources-tab.tsx'
import { WebhooksList } from './webhooks-list.tsx'

type Section = {
  /** Its name in the address. */
  tab: string
  words: MessageKey
  content: ReactNode
  /** What is counted beside its name. */
  failures?: AttentionKind
}

/** Services, then the system, then records. */
const SECTIONS: [Section, ...Section[]] = [
  { tab: 'overview', words: 'adminOperations.tabs.overview', content: <OverviewTab /> },
  {
    tab: 'webhooks',
    words: 'adminOperations.tabs.webhooks',
    content: <WebhooksList />,
    failures: 'failed_webhooks',
  },
  {
    tab: 'repositories',
    words: 'adminOperations.tabs.repositories',
    content: <RepositoriesTab />,
  },
  {
    tab: 'clones',
    words: 'adminOperations.tabs.clones',
    content: <ClonesList />,
    failures: 'public_copies',
  },
  { tab: 'health', words: 'adminOperations.tabs.health', content: <HealthTab /> },
  {
    tab: 'jobs',
    words: 'adminOperations.tabs.jobs',
    content: <JobsList />,
    failures: 'dead_letters',
  },
  {
    tab: 'mail',
    words: 'adminOperations.tabs.mail',
    content: <MailsList />,
    failures: 'failed_mails',
  },
  { tab: 'audit', words: 'adminOperations.tabs.audit', content: <AuditList /> },
  { tab: 'resources', words: 'adminOperations.tabs.resources', content: <ResourcesTab /> },
]

/** The product's traffic with other services, and repairs without a terminal. */
export function OperationsScreen() {
  const { t } = useTranslation()
  const [parameters] = useSearchParams()
  const navigate = useNavigate()
  const nameOf = useSectionName()
  const tab = parameters.get('tab')
  const section = SECTIONS.find((one) => one.tab === tab) ?? SECTIONS[0]
  const show = (next: string) => void navigate(next === 'overview' ? '?' : `?tab=${next}`)
  useLive(ADMIN_TOPIC)
  usePageTitle(`${t('header.admin')} – ${t('admin.nav.sync')} – ${t(section.words)}`)

  return (
    <>
      <PageHeader title={t('admin.nav.sync')} lead={t('adminOperations.lead')} />
      <Tabs
        label={t('admin.nav.sync')}
        isWrapped
        value={section.tab}
        onChange={show}
        tabs={SECTIONS.map((each) => ({
          value: each.tab,
          label: nameOf(each),
          content: <div className="grid grid-cols-[minmax(0,1fr)] gap-6">{each.content}</div>,
        }))}
      />
      <UnsavedChanges texts={useLeavingTexts()} />
    </>
  )
}

/** With the number of failures inside, so that they are seen from every tab. */
function useSectionName() {
  const { t, number } = useTranslation()
  const { data } = useQuery(adminFiguresQuery(30))

  return ({ words, failures }: Section) => {
    const count = data?.attention.find(({ name }) => name === failures)?.count ?? 0

    return count === 0 ? t(words) : `${t(words)} (${number(count)})`
  }
}
