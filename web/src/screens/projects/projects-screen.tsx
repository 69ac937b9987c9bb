import { PageHeader } from '@app/ui/page-header.tsx'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { Link } from '#api/projects/linked-projects.ts'
import { readView, writeView } from '#features/linked-projects/list-view.ts'
import { MyInvitations } from '#features/project-members/my-invitations.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { AddProjectMenu } from './add-project-menu.tsx'
import { DuplicateLinks } from './duplicate-links.tsx'
import { ListFilters } from './list-filters.tsx'
import { ProjectList } from './project-list.tsx'
import { LinkingDialog, StartingDialog } from './repository-dialogs.tsx'

export function ProjectsScreen() {
  const { t } = useTranslation()
  const [parameters] = useSearchParams()
  const [edited, setEdited] = useState<Link | null>(null)
  const view = readView(parameters)
  const adding = useAdding()

  return (
    <div className="page-edge reveal-in-order grid grid-cols-[minmax(0,1fr)] gap-6 py-10 md:py-14">
      <PageHeader
        title={t('projects.title')}
        lead={t('projects.lead')}
        action={
          <AddProjectMenu onLink={() => adding.open('link')} onStart={() => adding.open('new')} />
        }
      />
      <MyInvitations />
      <DuplicateLinks />
      <ListFilters view={view} />
      <ProjectList view={view} onLink={() => adding.open('link')} onEdit={setEdited} />
      {adding.opened === 'new' && <StartingDialog onClose={adding.close} />}
      {adding.opened === 'link' && (
        <LinkingDialog link={null} address={adding.address} onClose={adding.close} />
      )}
      {edited && <LinkingDialog link={edited} onClose={() => setEdited(null)} />}
    </div>
  )
}

/** The dialog is part of the address, so that other places can lead to it: `?add=link`, `?add=new`. */
function useAdding() {
  const [parameters] = useSearchParams()
  const navigate = useNavigate()
  const view = writeView(readView(parameters), {})

  return {
    opened: parameters.get('add'),
    /** A pasted one, for the dialog to understand. */
    address: parameters.get('address') ?? '',
    open: (dialog: 'link' | 'new') =>
      void navigate(`${view}${view === '?' ? '' : '&'}add=${dialog}`, { replace: true }),
    close: () => void navigate(view, { replace: true }),
  }
}
