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

type Group = { name: string; words: MessageKey; sections: [Section, ...Section[]] }

const SERVICES: Group = {
  name: 'services',
  words: 'adminOperations.groups.services',
  sections: [
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
  ],
}

const GROUPS: Group[] = [
  SERVICES,
  {
    name: 'system',
    words: 'adminOperations.groups.system',
    sections: [
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
    ],
  },
  {
    name: 'records',
    words: 'adminOperations.groups.records',
    sections: [
      { tab: 'audit', words: 'adminOperations.tabs.audit', content: <AuditList /> },
      { tab: 'resources', words: 'adminOperations.tabs.resources', content: <ResourcesTab /> },
    ],
  },
]

/** The product's traffic with other services, and repairs without a terminal. */
export function OperationsScreen() {
  const { t } = useTranslation()
  const [parameters] = useSearchParams()
  const navigate = useNavigate()
  const named = useSectionNames()
  const tab = parameters.get('tab')
  const group = GROUPS.find(({ sections }) => sections.some((one) => one.tab === tab)) ?? SERVICES
  const section = group.sections.find((one) => one.tab === tab) ?? group.sections[0]
  const show = (next: string) => void navigate(next === 'overview' ? '?' : `?tab=${next}`)
  useLive(ADMIN_TOPIC)
  usePageTitle(`${t('header.admin')} – ${t('admin.nav.sync')} – ${t(section.words)}`)

  return (
    <>
      <PageHeader title={t('admin.nav.sync')} lead={t('adminOperations.lead')} />
      <Tabs
        label={t('admin.nav.sync')}
        value={group.name}
        onChange={(name) => show(GROUPS.find((one) => one.name === name)?.sections[0].tab ?? '')}
        tabs={GROUPS.map((one) => ({
          value: one.name,
          label: named.group(one),
          content: (
            <Tabs
              label={t(one.words)}
              isWrapped
              value={section.tab}
              onChange={show}
              tabs={one.sections.map((each) => ({
                value: each.tab,
                label: named.section(each),
                content: <div className="grid grid-cols-[minmax(0,1fr)] gap-6">{each.content}</div>,
              }))}
            />
          ),
        }))}
      />
      <UnsavedChanges texts={useLeavingTexts()} />
    </>
  )
}

/** With the number of failures inside, so that they are seen from every tab. */
function useSectionNames() {
  const { t, number } = useTranslation()
  const { data } = useQuery(adminFiguresQuery(30))
  const countOf = ({ failures }: Section) =>
    data?.attention.find(({ name }) => name === failures)?.count ?? 0
  const counted = (words: MessageKey, count: number) =>
    count === 0 ? t(words) : `${t(words)} (${number(count)})`

  return {
    section: (one: Section) => counted(one.words, countOf(one)),
    group: ({ words, sections }: Group) =>
      counted(
        words,
        sections.reduce((sum, one) => sum + countOf(one), 0),
      ),
  }
}
