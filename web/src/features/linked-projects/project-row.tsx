import { TimeAgo } from '@app/ui/time-ago.tsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ListedProject } from '#api/projects/my-projects.ts'
import { projectPath } from '#config/paths.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { builderAddress } from './link-addresses.ts'
import { OutwardLink } from './outward-link.tsx'

type Props = {
  project: ListedProject
  /** Beside the name; on a phone below it. */
  status: ReactNode
  /** For phones, where the line of the status has no room for it. */
  visibility: ReactNode
  /** For phones: the way out of a problem, in the place of the link to GitHub. Without it all rows are of one height. */
  wayOut: ReactNode
  /** Its page on GitHub; null while its existence is unknown. */
  repositoryAddress: string | null
  /** At the end of the row. */
  menu: ReactNode
  /** A decision about the link; mostly null. */
  notice: ReactNode
}

/** The name's link covers the whole row; what can be pressed beside it lies above that link. */
export function ProjectRow(props: Props) {
  const { t } = useTranslation()
  const { builderUrl } = usePublicConfig()
  const { project, status, repositoryAddress, menu, notice } = props
  const { project_id, name, description } = project
  const builder = project.removed_at ? null : builderAddress(builderUrl, project)

  return (
    <li className="relative grid gap-x-6 gap-y-2 px-5 py-4 transition-colors first:rounded-t-lg last:rounded-b-lg has-[a[data-row]:hover]:bg-sunken sm:px-6 grid-cols-[minmax(0,1fr)_auto] md:grid-cols-[minmax(0,1fr)_auto_auto]">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
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
          {status}
        </div>
        <Facts project={project} visibility={props.visibility} />
        {description && <p className="mt-0.5 truncate text-sm text-ink-soft">{description}</p>}
      </div>
      <div className="group/actions relative -mx-2 flex items-center gap-1 text-sm max-md:col-span-2">
        {builder && <OutwardLink to={builder} text={t('projects.openBuilder')} name={name} />}
        {project.github_repo_name && (
          // Takes its place before it is shown, so that nothing moves.
          <div
            className={`md:order-first max-md:group-has-[[data-way-out]>*]/actions:hidden ${repositoryAddress ? '' : 'invisible'}`}
          >
            <OutwardLink to={repositoryAddress} text={t('projects.openGithub')} name={name} />
          </div>
        )}
        <div className="px-2 md:hidden">{props.wayOut}</div>
      </div>
      <div className="relative -mr-3 self-center max-md:col-start-2 max-md:row-start-1 max-md:self-start">
        {menu}
      </div>
      {notice && <div className="relative col-span-full">{notice}</div>}
    </li>
  )
}

function Facts({ project, visibility }: Pick<Props, 'project' | 'visibility'>) {
  const { t } = useTranslation()
  const { github_repo_owner, github_repo_name, github_branch, last_sync_at, removed_at } = project
  const repository = [github_repo_owner, github_repo_name].filter(Boolean).join('/')

  return (
    <p className="flex flex-wrap gap-x-4 text-sm text-ink-soft">
      {repository && <span className="break-all">{repository}</span>}
      {repository && github_branch && <span className="font-mono">{github_branch}</span>}
      {project.role !== 'owner' && (
        <span>
          {project.owner_name
            ? t('projects.sharedBy', { name: project.owner_name })
            : t('projects.sharedWithYou')}
        </span>
      )}
      {removed_at && (
        <span>
          {t('projects.removed')} <TimeAgo at={removed_at} />
        </span>
      )}
      {!removed_at && last_sync_at && (
        <span>
          {t('projects.synced')} <TimeAgo at={last_sync_at} />
        </span>
      )}
      {!removed_at && !last_sync_at && repository && <span>{t('projects.neverSynced')}</span>}
      <span className="inline-flex sm:hidden">{visibility}</span>
    </p>
  )
}
