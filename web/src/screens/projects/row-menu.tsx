import { Button } from '@app/ui/button.tsx'
import { IconButton } from '@app/ui/icon-button.tsx'
import { MenuAction, MenuLink, MenuSeparator } from '@app/ui/menu-items.tsx'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { Link } from 'react-router'
import type { Link as ProjectLink } from '#api/projects/linked-projects.ts'
import type { ListedProject } from '#api/projects/project-list.ts'
import { projectPath } from '#config/paths.ts'
import { useCopyClone } from '#features/linked-projects/use-copy-clone.ts'
import { useLinkActions } from '#features/linked-projects/use-link-actions.ts'
import { useListedArchive } from '#features/project-details/use-listed-archive.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { MenuButton } from '#on-demand/menu-button.tsx'
import { linkOf } from './link-of.ts'

type Props = { project: ListedProject; onEdit: (link: ProjectLink) => void }

export function RowMenu({ project, onEdit }: Props) {
  const { t } = useTranslation()
  const { name, project_id: id, github_repo_owner, github_repo_name } = project
  const link = linkOf(project)
  const copyClone = useCopyClone()
  const archive = useListedArchive()

  return (
    <MenuButton
      trigger={
        <IconButton label={t('projects.menu.label', { name })}>
          <Ellipsis aria-hidden="true" className="size-5" />
        </IconButton>
      }
    >
      {link && <MenuAction onSelect={() => onEdit(link)}>{t('projects.menu.edit')}</MenuAction>}
      {id && github_repo_name && (
        <MenuLink to={<Link to={`${projectPath(id)}?tab=history`} />}>
          {t('projects.menu.history')}
        </MenuLink>
      )}
      {github_repo_owner && github_repo_name && (
        <MenuAction onSelect={() => void copyClone(`${github_repo_owner}/${github_repo_name}`)}>
          {t('projects.menu.clone')}
        </MenuAction>
      )}
      {id && project.role !== 'viewer' && (
        <MenuAction onSelect={() => void archive({ id, status: project.status })}>
          {project.status === 'archived'
            ? t('project.archive.undoAction')
            : t('project.archive.action')}
        </MenuAction>
      )}
      {id && project.role === 'viewer' && (
        <MenuLink to={<Link to={`${projectPath(id)}?tab=members`} />}>
          {t('projects.menu.members')}
        </MenuLink>
      )}
      {link && <UnlinkAction link={link} />}
    </MenuButton>
  )
}

function UnlinkAction({ link }: { link: ProjectLink }) {
  const { t } = useTranslation()
  const { unlink } = useLinkActions(link)

  return (
    <>
      <MenuSeparator />
      <MenuAction onSelect={() => void unlink()}>{t('projects.menu.unlink')}</MenuAction>
    </>
  )
}

export function RestoreButton({ link }: { link: ProjectLink }) {
  const { t } = useTranslation()
  const { restore, isBusy } = useLinkActions(link)

  return (
    <Button
      variant="secondary"
      size="sm"
      aria-label={t('projects.restoreNamed', { name: link.project_name })}
      onClick={() => void restore()}
      isBusy={isBusy}
    >
      {t('projects.restore')}
    </Button>
  )
}
