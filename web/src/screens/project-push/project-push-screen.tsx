import type { FileSet } from '@app/sync/read-files'
import { PushPanel } from '@app/sync-panels/push'
import { type Intake, SurroundingsProvider } from '@app/sync-panels/surroundings'
import { Card } from '@app/ui/card.tsx'
import { FileButton } from '@app/ui/file-button.tsx'
import { LoadFailed } from '@app/ui/load-failed.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { PageHeader } from '@app/ui/page-header.tsx'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useState } from 'react'
import { Link, Navigate, useParams } from 'react-router'
import { userMessage } from '#api/errors/user-message.ts'
import { type Project, projectQuery } from '#api/projects/projects.ts'
import { interruptedPushQuery } from '#api/projects/push-database.ts'
import { useMember } from '#api/session/session.ts'
import { usePageTitle } from '#browser/page-title.ts'
import { projectPath } from '#config/paths.ts'
import {
  type OpenedFiles,
  useProjectSurroundings,
} from '#features/project-details/use-project-surroundings.ts'
import { openingFailure } from '#features/simulator/failure-text.ts'
import { saveZip } from '#features/simulator/save-zip.ts'
import { useOpening } from '#features/simulator/use-opening.ts'
import { UnsavedChanges } from '#features/unsaved-changes/unsaved-changes.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { useLeavingTexts } from '#i18n/leaving-texts.ts'

/** For members without the extension: pushes a project's ZIP file after a review. */
export function ProjectPushScreen() {
  const { t } = useTranslation()
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
      {project.data && <Push key={project.data.id} project={project.data} />}
    </div>
  )
}

function Push({ project }: { project: Project }) {
  const { t } = useTranslation()
  const { openArchive, opened, isOver, isOpening, failure } = useOpening()
  const [shown, setShown] = useState({ opened, number: 0 })
  const { data: interrupted } = useQuery(
    interruptedPushQuery(useMember().id, project.link?.bolt_project_id ?? project.id),
  )
  // Each file starts a new review, even one with the same name.
  if (shown.opened !== opened) setShown({ opened, number: shown.number + 1 })
  usePageTitle(`${project.name} – ${t('project.push.title')}`)

  return (
    <>
      <div className="grid gap-3">
        <Link
          to={projectPath(project.id)}
          className="inline-flex min-h-8 items-center gap-1.5 justify-self-start text-sm text-ink-soft hover:text-ink"
        >
          <ArrowLeft aria-hidden="true" className="size-4" />
          {project.name}
        </Link>
        <PageHeader title={t('project.push.title')} lead={t('project.push.lead')} />
      </div>
      <Card title={t('project.push.file')}>
        <div className={`grid gap-4 rounded-md ${isOver ? 'outline-2 outline-accent' : ''}`}>
          {interrupted && !opened && (
            <Notice tone="notice">
              {t('project.push.interrupted', {
                repo: `${interrupted.owner}/${interrupted.name}`,
                branch: interrupted.branch,
              })}
            </Notice>
          )}
          {failure && <Notice tone="danger">{openingFailure(t, failure.error)}</Notice>}
          <p className="break-words text-ink-soft">
            {opened
              ? t('project.push.opened', { name: opened.name, count: opened.set.files.length })
              : t('project.push.how')}
          </p>
          <div>
            <FileButton
              label={t(opened ? 'project.push.another' : 'project.push.choose')}
              accept=".zip,application/zip"
              isBusy={isOpening}
              onChoose={(file) => void openArchive(file)}
            />
          </div>
        </div>
      </Card>
      {opened && <Review key={shown.number} project={project} files={opened.set} />}
      <UnsavedChanges texts={useLeavingTexts()} />
    </>
  )
}

function Review({ project, files }: { project: Project; files: FileSet }) {
  const [opened, setOpened] = useState<OpenedFiles>({ set: files, version: 0 })
  // bolt.new stores the files, and this page cannot write there. It contains what the member imported there.
  const intake: Intake = {
    kind: 'zip',
    offerZip: saveZip,
    onImported: (next) =>
      setOpened({ set: { ...files, files: next }, version: opened.version + 1 }),
  }

  return (
    <Card>
      <SurroundingsProvider value={useProjectSurroundings(project, opened, intake)}>
        <PushPanel />
      </SurroundingsProvider>
    </Card>
  )
}
