import { Card } from '@app/ui/card.tsx'
import { LoadFailed } from '@app/ui/load-failed.tsx'
import { PageHeader } from '@app/ui/page-header.tsx'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { Tabs } from '@app/ui/tabs.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { userMessage } from '#api/errors/user-message.ts'
import { projectTopic, useLive } from '#api/live/topics.ts'
import { knownName } from '#api/projects/project-keys.ts'
import { type Project, projectQuery } from '#api/projects/projects.ts'
import { useMember } from '#api/session/session.ts'
import { usePageTitle } from '#browser/page-title.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { MessageKey } from '#i18n/messages.ts'
import { onDemandInPlace } from '#on-demand/in-place.tsx'
import { BoardTab } from './board-tab.tsx'
import { NoProject } from './no-project.tsx'
import { ProjectHead } from './project-head.tsx'

const TABS = ['board', 'members', 'details', 'history'] as const

type Tab = (typeof TABS)[number]

const TAB_WORDS: Record<Tab, MessageKey> = {
  board: 'project.tabs.board',
  members: 'project.tabs.members',
  details: 'project.tabs.details',
  history: 'project.tabs.history',
}

/** The tab from the URL, or the board. */
const tabOf = (parameter: string | null): Tab => TABS.find((tab) => tab === parameter) ?? 'board'

type TabProps = {
  project: Project
  /** The open task's name, or null. */
  onOpened: (task: string | null) => void
}

const later = (load: () => Promise<ComponentType<TabProps>>) =>
  onDemandInPlace(
    load,
    <Card>
      <Skeleton className="h-60 w-full" />
    </Card>,
  )

/** The board is used most; other tabs are downloaded when opened. */
const CONTENT: Record<Tab, ComponentType<TabProps>> = {
  board: BoardTab,
  members: later(async () => (await import('./members-tab.tsx')).MembersTab),
  details: later(async () => (await import('./details-tab.tsx')).DetailsTab),
  history: later(async () => (await import('./history-tab.tsx')).HistoryTab),
}

export function ProjectScreen() {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const project = useQuery(projectQuery(id, useMember().id))

  if (project.isPending) return <ProjectSkeleton id={id} />
  if (project.data === null) return <NoProject />

  return (
    <div className="page-edge grid grid-cols-[minmax(0,1fr)] gap-6 py-10 md:py-14">
      {project.data ? (
        <LoadedProject key={project.data.id} project={project.data} />
      ) : (
        <LoadFailed
          title={t('project.failed.fetch')}
          text={userMessage(t, project.error, 'errors.tryAgain')}
          retryText={t('errorPage.tryAgain')}
          onRetry={project.refetch}
        />
      )}
    </div>
  )
}

function LoadedProject({ project }: { project: Project }) {
  const { t } = useTranslation()
  const [parameters, setParameters] = useSearchParams()
  const tab = tabOf(parameters.get('tab'))
  const [opened, setOpened] = useState<string | null>(null)
  useLive(projectTopic(project.id))
  usePageTitle(opened ? `${opened} – ${project.name}` : `${project.name} – ${t(TAB_WORDS[tab])}`)

  return (
    <>
      <ProjectHead project={project} />
      <Tabs
        label={t('project.sections')}
        value={tab}
        onChange={(next) => setParameters({ tab: next })}
        tabs={TABS.map((value) => {
          const Content = CONTENT[value]
          return {
            value,
            label: t(TAB_WORDS[value]),
            content: <Content project={project} onOpened={setOpened} />,
          }
        })}
      />
    </>
  )
}

/** Shows the name if the previous list has loaded it. */
function ProjectSkeleton({ id }: { id: string }) {
  const name = knownName(useQueryClient(), id)

  return (
    <div className="page-edge grid gap-6 py-10 md:py-14">
      <Skeleton className="h-6 w-32" />
      {name ? <PageHeader title={name} /> : <Skeleton className="h-9 w-72 max-w-full" />}
      <Skeleton className="h-11 w-full" />
    </div>
  )
}
