import type { SyncState } from '@app/contract/sync-state'
import { Badge } from '@app/ui/badge.tsx'
import { buttonClasses } from '@app/ui/button-classes.ts'
import { CopyButton } from '@app/ui/copy-button.tsx'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { TimeAgo } from '@app/ui/time-ago.tsx'
import { useQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import ExternalLink from 'lucide-react/icons/external-link'
import GitBranch from 'lucide-react/icons/git-branch'
import Lock from 'lucide-react/icons/lock'
import { Link, useSearchParams } from 'react-router'
import type { Project, ProjectStatus } from '#api/projects/projects.ts'
import { syncStateQuery } from '#api/projects/sync-state.ts'
import { paths, projectPath } from '#config/paths.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { useRepositoryChecks } from '#features/github/use-repository-checks.ts'
import { useConnecting } from '#features/github-connection/use-connecting.ts'
import { useConnection } from '#features/github-connection/use-connection.ts'
import { cloneAddress } from '#features/linked-projects/link-addresses.ts'
import { RepositoryLink } from '#features/project-details/project-facts.tsx'
import { STATUS_WORDS } from '#features/project-details/status-words.ts'
import { SyncStateAction } from '#features/sync-state/sync-state-action.tsx'
import { SyncStateBadge } from '#features/sync-state/sync-state-badge.tsx'
import { useAppMissing } from '#features/sync-state/use-sync-states.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { builderOf } from './builder-of.ts'
import { ProjectMenu } from './project-menu.tsx'

const TONES: Record<ProjectStatus, 'plain' | 'accent' | 'positive'> = {
  planned: 'plain',
  active: 'accent',
  completed: 'positive',
  archived: 'plain',
}

export function ProjectHead({ project }: { project: Project }) {
  const { t } = useTranslation()

  return (
    <div className="grid gap-3">
      <Link
        to={paths.projects}
        className="inline-flex min-h-8 items-center gap-1.5 justify-self-start text-sm text-ink-soft hover:text-ink"
      >
        <ArrowLeft aria-hidden className="size-4" />
        {t('project.back')}
      </Link>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <h1 className="min-w-0 text-title font-semibold break-words">{project.name}</h1>
        <Actions project={project} />
      </div>
      <Facts project={project} />
      {project.description && (
        <p className="max-w-prose break-words whitespace-pre-line text-ink-soft">
          {project.description}
        </p>
      )}
    </div>
  )
}

function Actions({ project }: { project: Project }) {
  const { t } = useTranslation()
  const { github, builderUrl } = usePublicConfig()
  const builder = builderOf(builderUrl, project)

  return (
    <div className="flex flex-wrap items-center gap-2 max-sm:gap-1.5">
      {builder && (
        <Outward
          to={builder}
          text={t('project.openBuilder')}
          shortText={t('projects.openBuilder')}
        />
      )}
      {project.repository && (
        <>
          <Outward
            to={`${github.webUrl}/${project.repository}`}
            text={t('projects.openGithub')}
            shortText={t('projects.openGithub')}
          />
          <CopyButton
            value={cloneAddress(github.webUrl, project.repository)}
            text={t('project.copyClone')}
            copiedText={t('project.copied')}
            isCompact
          />
        </>
      )}
      {project.role !== 'viewer' && <ProjectMenu project={project} />}
    </div>
  )
}

/** On phones all actions share one row, hence the short text. */
function Outward({ to, text, shortText }: { to: string; text: string; shortText: string }) {
  return (
    <a
      href={to}
      target="_blank"
      rel="noreferrer"
      aria-label={text}
      className={`${buttonClasses('secondary', 'sm')} max-sm:px-3`}
    >
      <span className="max-sm:hidden">{text}</span>
      <span className="sm:hidden">{shortText}</span>
      <ExternalLink aria-hidden="true" className="size-3.5 text-ink-soft max-sm:hidden" />
    </a>
  )
}

/** A repository's visibility is neutral, so it has no colour. */
function Facts({ project }: { project: Project }) {
  const { t } = useTranslation()
  const sync = useQuery(syncStateQuery(project.id))

  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-ink-soft">
      <Badge tone={TONES[project.status]}>{t(STATUS_WORDS[project.status])}</Badge>
      {project.repository && (
        <>
          <RepositoryLink repository={project.repository} />
          {project.branch && (
            <span className="inline-flex items-center gap-1.5">
              <GitBranch aria-hidden="true" className="size-4" />
              <span className="sr-only">{t('project.branch')}</span>
              <span className="font-mono break-all">{project.branch}</span>
            </span>
          )}
          <Badge>
            {project.isPrivate && <Lock aria-hidden="true" className="size-3" />}
            {project.isPrivate ? t('project.private') : t('project.public')}
          </Badge>
          {sync.isPending && <Skeleton className="h-4 w-36" />}
          {sync.data?.last_push_at && (
            <span>
              {t(sync.data.state === 'push_failed' ? 'project.lastSuccess' : 'project.lastPush')}{' '}
              <TimeAgo at={sync.data.last_push_at} />
            </span>
          )}
        </>
      )}
      {(sync.data || (sync.isPending && project.repository)) && (
        <>
          {/* A new line on phones: what loads before it would move it to the next one. */}
          <span className="basis-full sm:hidden" />
          <SyncOf project={project} state={sync.data ?? null} />
        </>
      )}
    </div>
  )
}

/** Whether project and repository are in sync, with an action if not. */
function SyncOf({ project, state }: { project: Project; state: SyncState | null }) {
  const { connect, installOn } = useConnecting(projectPath(project.id))
  const facts = useGithubFacts(project)
  const [parameters] = useSearchParams()

  return (
    <>
      <SyncStateBadge state={state} {...facts} />
      {state && (
        <SyncStateAction
          state={state}
          {...facts}
          projectName={project.name}
          isHistoryShown={parameters.get('tab') === 'history'}
          onConnect={connect}
          onInstall={installOn}
        />
      )}
    </>
  )
}

/** GitHub's data about the repository, as in the lists. Only owners query it. */
function useGithubFacts({ repository, role, isPrivate }: Project) {
  const [github_repo_owner = null, github_repo_name = null] = repository?.split('/') ?? []
  const link = {
    github_repo_owner,
    github_repo_name,
    is_private: isPrivate ?? true,
    former_repo_url: null,
  }
  const checkOf = useRepositoryChecks(role === 'owner' && repository ? [link] : [])
  const { health } = useConnection()
  const isAppMissing = useAppMissing(health === 'healthy')

  return {
    check: checkOf?.(link) ?? null,
    isAppMissing: isAppMissing(github_repo_owner),
  }
}
