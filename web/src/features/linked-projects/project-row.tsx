import { TimeAgo } from '@app/ui/time-ago.tsx'
import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { LinkedProject } from '#api/recent-projects.ts'
import { paths } from '#config/paths.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { boardPath, builderAddress } from './link-addresses.ts'

type Props = {
  project: LinkedProject
  /** How GitHub sees its repository. */
  status: ReactNode
  /** Its page on GitHub; null while its existence is unknown. */
  repositoryAddress: string | null
  actions: ReactNode
  /** A decision about the link; mostly null. */
  notice: ReactNode
}

export function ProjectRow({ project, status, repositoryAddress, actions, notice }: Props) {
  const { t } = useTranslation()
  const { project_name, github_repo_owner, github_repo_name, github_branch, last_sync_at } = project
  const fullName = [github_repo_owner, github_repo_name].filter(Boolean).join('/')
  const builder = builderAddress(project)

  return (
    <li className="grid gap-x-6 gap-y-2 px-5 py-4 sm:px-6 md:grid-cols-[1fr_auto]">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Link
            to={boardPath(project) ?? paths.projects}
            className="min-w-0 truncate font-medium underline-offset-4 hover:text-accent hover:underline"
          >
            {project_name}
          </Link>
          {status}
        </div>
        <p className="flex flex-wrap gap-x-4 text-sm text-ink-soft">
          {fullName && <span className="break-all">{fullName}</span>}
          {fullName && github_branch && <span className="font-mono">{github_branch}</span>}
          {last_sync_at ? (
            <span>
              {t('projects.synced')} <TimeAgo at={last_sync_at} />
            </span>
          ) : (
            <span>{t('projects.neverSynced')}</span>
          )}
        </p>
      </div>
      <div className="-mx-2 flex flex-wrap items-center gap-1 text-sm">
        {fullName && (
          // Takes its place before it is shown, at the end of the row, so that nothing moves.
          <div className={`max-md:order-last ${repositoryAddress ? '' : 'invisible'}`}>
            <Outward to={repositoryAddress} text={t('projects.openGithub')} name={project_name} />
          </div>
        )}
        {builder && <Outward to={builder} text={t('projects.openBuilder')} name={project_name} />}
        {actions}
      </div>
      {notice && <div className="md:col-span-2">{notice}</div>}
    </li>
  )
}

function Outward({ to, text, name }: { to: string | null; text: string; name: string }) {
  return (
    <a
      href={to ?? undefined}
      target="_blank"
      rel="noreferrer"
      aria-label={`${text}: ${name}`}
      className="inline-flex min-h-11 items-center gap-1.5 rounded-md px-2 font-medium text-ink-soft transition-colors hover:bg-sunken hover:text-ink"
    >
      {text}
      <ExternalLink aria-hidden="true" className="size-3.5" />
    </a>
  )
}
