import { Badge } from '@app/ui/badge.tsx'
import { Button } from '@app/ui/button.tsx'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'
import type { Project, ProjectStatus } from '#api/projects.ts'
import { useMember } from '#api/session.ts'
import { syncStateQuery } from '#api/sync-state.ts'
import { paths } from '#config/paths.ts'
import { RepositoryLink } from '#features/project-details/project-facts.tsx'
import { STATUS_WORDS } from '#features/project-details/status-words.ts'
import { useArchive } from '#features/project-details/use-archive.ts'
import { SyncStateBadge } from '#features/sync-state/sync-state-badge.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'

const TONES: Record<ProjectStatus, 'plain' | 'accent' | 'positive'> = {
  planned: 'plain',
  active: 'accent',
  completed: 'positive',
  archived: 'plain',
}

export function ProjectHead({ project }: { project: Project }) {
  const { t } = useTranslation()
  const { archive, unarchive } = useArchive(useMember().id)
  const sync = useQuery(syncStateQuery(project.id))
  const isArchived = project.status === 'archived'

  return (
    <div className="grid gap-3">
      <Link
        to={paths.projects}
        className="inline-flex min-h-8 items-center gap-1.5 justify-self-start text-sm text-ink-soft hover:text-ink"
      >
        <ArrowLeft aria-hidden className="size-4" />
        {t('project.back')}
      </Link>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="min-w-0 text-title font-semibold break-words">{project.name}</h1>
        {project.role !== 'viewer' && (
          <Button
            variant="secondary"
            size="sm"
            onClick={() => void (isArchived ? unarchive : archive)(project)}
          >
            {isArchived ? t('project.archive.undoAction') : t('project.archive.action')}
          </Button>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-ink-soft">
        <Badge tone={TONES[project.status]}>{t(STATUS_WORDS[project.status])}</Badge>
        {sync.data && <SyncStateBadge state={sync.data} />}
        {project.repository && <RepositoryLink repository={project.repository} />}
      </div>
      {project.description && (
        <p className="max-w-prose break-words whitespace-pre-line text-ink-soft">
          {project.description}
        </p>
      )}
    </div>
  )
}
