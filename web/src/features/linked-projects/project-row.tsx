import { TimeAgo } from '@app/ui/time-ago.tsx'
import ExternalLink from 'lucide-react/icons/external-link'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ListedProject } from '#api/projects/project-list.ts'
import { projectPath } from '#config/paths.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { builderAddress } from './link-addresses.ts'

type Props = {
  project: ListedProject
  /** In its own column; on narrow screens below the name. */
  status: ReactNode
  visibility: ReactNode
  /**
   * On phones: the action that solves a problem, replacing the link to GitHub. Without one, all rows have the same height.
   */
  wayOut: ReactNode
  /** Its page on GitHub; null while its existence is unknown. */
  repositoryAddress: string | null
  /** Shown at the row's end. */
  menu: ReactNode
  /** A decision about the link; usually null. */
  notice: ReactNode
}

/** Names, states, times and actions stand under each other. */
const COLUMNS =
  'grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 md:grid-cols-[minmax(0,1fr)_auto_auto] lg:grid-cols-[minmax(0,1fr)_12.5rem_8rem_12rem_auto]'

/** For readers who scan by column; each row labels its own parts for screen readers. */
export function ColumnTitles() {
  const { t } = useTranslation()

  return (
    <div
      aria-hidden="true"
      className={`-mb-4 px-6 text-xs font-medium text-ink-soft max-lg:hidden lg:mr-8 ${COLUMNS}`}
    >
      <span>{t('projects.columns.name')}</span>
      <span>{t('projects.columns.state')}</span>
      <span>{t('projects.columns.synced')}</span>
    </div>
  )
}

/** The name's link covers the whole row; other controls lie above it. */
export function ProjectRow(props: Props) {
  const { t } = useTranslation()
  const { builderUrl } = usePublicConfig()
  const { project, status, repositoryAddress, menu, notice } = props
  const { project_id, name, description } = project
  const builder = project.removed_at ? null : builderAddress(builderUrl, project)

  return (
    <li
      className={`relative gap-y-2 px-5 py-4 transition-colors has-[a[data-row]:hover]:bg-sunken max-md:rounded-lg max-md:border max-md:border-line max-md:bg-surface max-md:pb-2 sm:px-6 md:first:rounded-t-lg md:last:rounded-b-lg ${COLUMNS}`}
    >
      <div className="min-w-0">
        <div className="flex items-center gap-x-3">
          {project_id ? (
            <Link
              data-row
              to={projectPath(project_id)}
              className="min-w-0 truncate font-medium after:absolute after:inset-0 hover:text-accent focus-visible:outline-none after:focus-visible:rounded-lg after:focus-visible:outline-2 after:focus-visible:-outline-offset-2 after:focus-visible:outline-accent"
            >
              {name}
            </Link>
          ) : (
            <p className="min-w-0 truncate font-medium">{name}</p>
          )}
        </div>
        <Facts project={project} visibility={props.visibility} />
        {/* On phones the state comes right below the name and its repository. */}
        {description && (
          <p className="mt-0.5 truncate text-sm text-ink-soft max-md:hidden">{description}</p>
        )}
      </div>
      <div className="min-w-0 max-lg:row-start-2 max-md:col-span-2">{status}</div>
      <div className="text-sm text-ink-soft max-lg:hidden">
        <LastSync project={project} />
      </div>
      <div className="group/actions relative -mx-2 flex items-center gap-1 text-sm max-md:col-span-2 lg:-my-2.5 lg:self-start lg:justify-end">
        {builder && <OutwardLink to={builder} text={t('projects.openBuilder')} name={name} />}
        {project.github_repo_name && (
          // Reserves its space before it is shown, so that nothing moves.
          <div
            className={`md:order-first max-md:group-has-[[data-way-out]>*]/actions:hidden ${repositoryAddress ? '' : 'invisible'}`}
          >
            <OutwardLink to={repositoryAddress} text={t('projects.openGithub')} name={name} />
          </div>
        )}
        <div className="px-2 md:hidden">{props.wayOut}</div>
      </div>
      <div className="relative -mr-3 self-center max-md:col-start-2 max-md:row-start-1 max-md:self-start lg:-my-2.5 lg:self-start">
        {menu}
      </div>
      {notice && <div className="relative col-span-full">{notice}</div>}
    </li>
  )
}

/** Branches that nearly every row would repeat. */
const USUAL = ['main', 'master']

function Facts({ project, visibility }: Pick<Props, 'project' | 'visibility'>) {
  const { t } = useTranslation()
  const { github_repo_owner, github_repo_name, github_branch } = project
  const repository = [github_repo_owner, github_repo_name].filter(Boolean).join('/')

  return (
    <p className="flex flex-wrap gap-x-4 text-sm text-ink-soft">
      {repository && <span className="break-all">{repository}</span>}
      {repository && github_branch && !USUAL.includes(github_branch) && (
        <span className="font-mono">{github_branch}</span>
      )}
      {project.role !== 'owner' && (
        <span>
          {project.owner_name
            ? t('projects.sharedBy', { name: project.owner_name })
            : t('projects.sharedWithYou')}
        </span>
      )}
      <span className="lg:hidden">
        <LastSync project={project} isLabelled />
      </span>
      <span className="inline-flex">{visibility}</span>
    </p>
  )
}

type LastSyncProps = { project: ListedProject; isLabelled?: boolean }

/** In its column, the column's title is the label. */
function LastSync({ project, isLabelled = false }: LastSyncProps) {
  const { t } = useTranslation()
  const { github_repo_name, last_sync_at, removed_at } = project

  if (removed_at) {
    return (
      <>
        {t('projects.removed')} <TimeAgo at={removed_at} />
      </>
    )
  }
  if (last_sync_at) {
    return (
      <>
        <span className={isLabelled ? '' : 'sr-only'}>{t('projects.synced')} </span>
        <TimeAgo at={last_sync_at} />
      </>
    )
  }
  return github_repo_name && t('projects.neverSynced')
}

type OutwardLinkProps = {
  /** Null while it is unknown. */
  to: string | null
  text: string
  /** Its subject, for screen readers. */
  name: string
}

/** Opens bolt.new or GitHub in a new tab. */
function OutwardLink({ to, text, name }: OutwardLinkProps) {
  return (
    <a
      href={to ?? undefined}
      target="_blank"
      rel="noreferrer"
      aria-label={`${text}: ${name}`}
      className="inline-flex min-h-11 items-center gap-1.5 rounded-md px-2 font-medium whitespace-nowrap text-ink-soft transition-colors hover:bg-sunken hover:text-ink"
    >
      {text}
      <ExternalLink aria-hidden="true" className="size-3.5" />
    </a>
  )
}
