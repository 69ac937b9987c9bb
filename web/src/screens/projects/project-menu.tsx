import { IconButton } from '@app/ui/icon-button.tsx'
import { MenuAction, MenuLink, MenuSeparator } from '@app/ui/menu-items.tsx'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { useState } from 'react'
import { Link as RouterLink, useNavigate } from 'react-router'
import type { Link } from '#api/projects/linked-projects.ts'
import type { Project } from '#api/projects/projects.ts'
import { useMember } from '#api/session/session.ts'
import { paths, pushPath } from '#config/paths.ts'
import { useLinkActions } from '#features/linked-projects/use-link-actions.ts'
import { useArchive } from '#features/project-details/use-archive.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { MenuButton } from '#on-demand/menu-button.tsx'
import { LinkingDialog } from './repository-dialogs.tsx'

/** For owners and editors. */
export function ProjectMenu({ project }: { project: Project }) {
  const { t } = useTranslation()
  const [isEditing, setEditing] = useState(false)
  const { archive, unarchive } = useArchive(useMember().id)
  const link = linkOf(project)

  return (
    <>
      <MenuButton
        trigger={
          <IconButton label={t('projects.menu.label', { name: project.name })}>
            <Ellipsis aria-hidden="true" className="size-5" />
          </IconButton>
        }
      >
        <MenuLink to={<RouterLink to={pushPath(project.id)} />}>{t('project.push.title')}</MenuLink>
        {link && (
          <MenuAction onSelect={() => setEditing(true)}>{t('projects.menu.edit')}</MenuAction>
        )}
        {project.status === 'archived' ? (
          <MenuAction onSelect={() => void unarchive(project)}>
            {t('project.archive.undoAction')}
          </MenuAction>
        ) : (
          <MenuAction onSelect={() => void archive(project)}>
            {t('project.archive.action')}
          </MenuAction>
        )}
        {link && <UnlinkAction link={link} />}
      </MenuButton>
      {isEditing && <LinkingDialog link={link} onClose={() => setEditing(false)} />}
    </>
  )
}

/** An unlinked project has no page, so this leads to the list. */
function UnlinkAction({ link }: { link: Link }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { unlink } = useLinkActions(link)

  return (
    <>
      <MenuSeparator />
      <MenuAction
        onSelect={() => {
          void navigate(paths.projects)
          void unlink()
        }}
      >
        {t('projects.menu.unlink')}
      </MenuAction>
    </>
  )
}

function linkOf({ link, name, repository, branch, isPrivate }: Project): Link | null {
  const [owner = null, repositoryName = null] = repository?.split('/') ?? []

  return (
    link && {
      id: link.id,
      project_name: name,
      bolt_project_id: link.bolt_project_id,
      github_repo_owner: owner,
      github_repo_name: repositoryName,
      github_branch: branch,
      is_private: isPrivate ?? true,
    }
  )
}
