import { LoadFailed } from '@app/ui/load-failed.tsx'
import { PageHeader } from '@app/ui/page-header.tsx'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { Fragment, type ReactNode } from 'react'
import { Link, Navigate, useParams } from 'react-router'
import { userMessage } from '#api/errors/user-message.ts'
import { type Project, projectQuery } from '#api/projects/projects.ts'
import { useMember } from '#api/session/session.ts'
import { projectPath } from '#config/paths.ts'
import { UnsavedChanges } from '#features/unsaved-changes/unsaved-changes.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { useLeavingTexts } from '#i18n/leaving-texts.ts'

/** The project of the address, for owners and editors. */
export function EditableProject({ children }: { children: (project: Project) => ReactNode }) {
  const { t } = useTranslation()
  const leaving = useLeavingTexts()
  const { id = '' } = useParams()
  const project = useQuery(projectQuery(id, useMember().id))

  if (project.data === null || project.data?.role === 'viewer') {
    return <Navigate to={projectPath(id)} replace />
  }
  return (
    <div className="page-edge grid grid-cols-[minmax(0,1fr)] gap-6 py-10 md:py-14">
      {project.isPending && <Skeleton className="h-60 w-full" />}
      {project.isError && (
        <LoadFailed
          title={t('project.failed.fetch')}
          text={userMessage(t, project.error, 'errors.tryAgain')}
          retryText={t('errorPage.tryAgain')}
          onRetry={project.refetch}
        />
      )}
      {/* Another project starts over, because its files must not be pushed elsewhere. */}
      {project.data && <Fragment key={project.data.id}>{children(project.data)}</Fragment>}
      <UnsavedChanges texts={leaving} />
    </div>
  )
}

export function ProjectPageHeader(props: { project: Project; title: string; lead: string }) {
  const { project, title, lead } = props

  return (
    <div className="grid gap-3">
      <Link
        to={projectPath(project.id)}
        className="inline-flex min-h-8 items-center gap-1.5 justify-self-start text-sm text-ink-soft hover:text-ink"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        {project.name}
      </Link>
      <PageHeader title={title} lead={lead} />
    </div>
  )
}
