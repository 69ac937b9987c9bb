import { PageHeader } from '@app/ui/page-header.tsx'
import { Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Link } from '#api/linked-projects.ts'
import { readView } from '#features/linked-projects/list-view.ts'
import { MyInvitations } from '#features/project-members/my-invitations.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { AddProjectMenu } from './add-project-menu.tsx'
import { ListFilters } from './list-filters.tsx'
import { ProjectList } from './project-list.tsx'
import { LinkingDialog, StartingDialog } from './repository-dialogs.tsx'

/** A link to be made or to be changed, or a project to be made. */
type Opened = { dialog: 'link'; link: Link | null } | { dialog: 'project' }

export function ProjectsScreen() {
  const { t } = useTranslation()
  const [parameters] = useSearchParams()
  const [opened, setOpened] = useState<Opened | null>(null)
  const view = readView(parameters)
  const close = () => setOpened(null)
  const openLink = (link: Link | null) => setOpened({ dialog: 'link', link })

  return (
    <div className="page-edge reveal-in-order grid grid-cols-[minmax(0,1fr)] gap-6 py-10 md:py-14">
      <PageHeader
        title={t('projects.title')}
        lead={t('projects.lead')}
        action={
          <AddProjectMenu
            onLink={() => openLink(null)}
            onStart={() => setOpened({ dialog: 'project' })}
          />
        }
      />
      <MyInvitations />
      <ListFilters view={view} />
      <ProjectList view={view} onLink={() => openLink(null)} onEdit={openLink} />
      <Suspense>
        {opened?.dialog === 'project' && <StartingDialog onClose={close} />}
        {opened?.dialog === 'link' && <LinkingDialog link={opened.link} onClose={close} />}
      </Suspense>
    </div>
  )
}
