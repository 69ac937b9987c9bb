import { IconButton } from '@app/ui/icon-button.tsx'
import { MenuAction, MenuLink } from '@app/ui/menu-items.tsx'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { useState } from 'react'
import type { Project } from '#api/projects/projects.ts'
import type { EventPush } from '#api/projects/sync-history.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { loadNamespaces } from '#i18n/messages.ts'
import { MenuButton } from '#on-demand/menu-button.tsx'
import { onDemand } from '#on-demand/on-demand.tsx'

const CommitDialog = onDemand(async () => {
  const [dialog] = await Promise.all([import('./commit-dialog.tsx'), loadNamespaces(['panels'])])
  return dialog.CommitDialog
})

type Props = { project: Project; push: EventPush; sha: string }

/** The actions on a pushed commit. */
export function CommitMenu({ project, push, sha }: Props) {
  const { t } = useTranslation()
  const { webUrl } = usePublicConfig().github
  const [action, setAction] = useState<'restore' | 'branch' | null>(null)
  const { repo_owner: owner, repo_name: name, branch } = push
  const sha7 = sha.slice(0, 7)

  return (
    <>
      <MenuButton
        trigger={
          <IconButton label={t('project.history.menu', { sha: sha7 })}>
            <Ellipsis aria-hidden="true" className="size-4" />
          </IconButton>
        }
      >
        <MenuLink
          to={
            <a
              href={`${webUrl}/${owner}/${name}/compare/${sha}...${encodeURI(branch)}`}
              target="_blank"
              rel="noreferrer"
            />
          }
        >
          {t('project.history.compare')}
        </MenuLink>
        <MenuAction onSelect={() => setAction('restore')}>
          {t('project.history.restore')}
        </MenuAction>
        <MenuAction onSelect={() => setAction('branch')}>{t('project.history.branch')}</MenuAction>
      </MenuButton>
      {action && (
        <CommitDialog
          action={action}
          project={project}
          target={{ owner, name, branch }}
          sha={sha}
          onClose={() => setAction(null)}
        />
      )}
    </>
  )
}
