import type { Direction } from '@app/sync-panels/push'
import { Card } from '@app/ui/card.tsx'
import { FileButton } from '@app/ui/file-button.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Project } from '#api/projects/projects.ts'
import { interruptedPushQuery } from '#api/projects/push-database.ts'
import { useMember } from '#api/session/session.ts'
import { usePageTitle } from '#browser/page-title.ts'
import { openingFailure } from '#features/simulator/failure-text.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { EditableProject, ProjectPageHeader } from './editable-project.tsx'
import { usePullTexts } from './pull-texts.ts'
import { useNumberedOpening } from './use-numbered-opening.ts'
import { ZipReview } from './zip-review.tsx'

/** For members without the extension: pushes a project's ZIP file after a review. */
export function ProjectPushScreen() {
  return <EditableProject>{(project) => <Push project={project} />}</EditableProject>
}

function Push({ project }: { project: Project }) {
  const { t } = useTranslation()
  const { openArchive, opened, isOver, isOpening, failure, number } = useNumberedOpening()
  const [direction, setDirection] = useState<Direction>('push')
  const { data: interrupted } = useQuery(
    interruptedPushQuery(useMember().id, project.link?.bolt_project_id ?? project.id),
  )
  const pull = usePullTexts(project)
  const { title, lead } =
    direction === 'pull' ? pull : { title: t('project.push.title'), lead: t('project.push.lead') }
  usePageTitle(`${project.name} – ${title}`)

  return (
    <>
      <ProjectPageHeader project={project} title={title} lead={lead} />
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
              isPrimary={!opened}
              isBusy={isOpening}
              onChoose={(file) => void openArchive(file)}
            />
          </div>
        </div>
      </Card>
      {opened && (
        <ZipReview key={number} project={project} files={opened.set} onDirection={setDirection} />
      )}
    </>
  )
}
