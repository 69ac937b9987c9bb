import { Button } from '@app/ui/button.tsx'
import { Card } from '@app/ui/card.tsx'
import { EmptyState } from '@app/ui/empty-state.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { unlinkedProjectsQuery } from '#api/linked-projects.ts'
import type { LinkedProject } from '#api/recent-projects.ts'
import { useLinkActions } from '#features/linked-projects/use-link-actions.ts'
import { type ProjectsView, writeView } from '#features/linked-projects/view.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { ListFailed } from './list-failed.tsx'
import { ListFrame, ListSkeleton } from './list-frame.tsx'
import { ProjectPages } from './project-pages.tsx'

export function UnlinkedList({ view }: { view: ProjectsView }) {
  const { t } = useTranslation()

  return (
    <section className="grid gap-4">
      <div>
        <Link
          to={writeView(view, { isUnlinked: false })}
          className="inline-flex min-h-11 items-center text-sm text-accent underline-offset-4 hover:underline"
        >
          {t('projects.showLinked')}
        </Link>
        <h2 className="text-lg font-semibold">{t('projects.unlinkedTitle')}</h2>
        <p className="text-sm text-ink-soft">{t('projects.unlinkedLead')}</p>
      </div>
      <List view={view} />
    </section>
  )
}

function List({ view }: { view: ProjectsView }) {
  const { t } = useTranslation()
  const list = useQuery(unlinkedProjectsQuery(view.page))

  if (list.isPending) return <ListSkeleton />
  if (list.isError) return <ListFailed error={list.error} onRetry={list.refetch} />
  if (list.data.projects.length === 0) {
    return (
      <Card>
        <EmptyState title={t('projects.noneUnlinked')} text={t('projects.noneUnlinkedText')} />
      </Card>
    )
  }

  return (
    <>
      <ListFrame isStale={list.isPlaceholderData}>
        {list.data.projects.map((project) => (
          <Row key={project.id} project={project} />
        ))}
      </ListFrame>
      <ProjectPages view={view} total={list.data.total} />
    </>
  )
}

function Row({ project }: { project: LinkedProject }) {
  const { t } = useTranslation()
  const { restore, isBusy } = useLinkActions(project)
  const { project_name: name, github_repo_owner, github_repo_name } = project

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-5 py-4 sm:px-6">
      <div className="min-w-0">
        <p className="truncate font-medium">{name}</p>
        <p className="text-sm break-all text-ink-soft">
          {[github_repo_owner, github_repo_name].filter(Boolean).join('/')}
        </p>
      </div>
      <Button
        variant="secondary"
        size="sm"
        aria-label={t('projects.restoreNamed', { name })}
        onClick={() => void restore()}
        isBusy={isBusy}
      >
        {t('projects.restore')}
      </Button>
    </li>
  )
}
