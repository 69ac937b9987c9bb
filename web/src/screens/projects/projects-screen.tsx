import { Button } from '@app/ui/button.tsx'
import { MenuAction } from '@app/ui/menu-items.tsx'
import { PageHeader } from '@app/ui/page-header.tsx'
import ChevronDown from 'lucide-react/icons/chevron-down'
import Link2 from 'lucide-react/icons/link-2'
import SquarePlus from 'lucide-react/icons/square-plus'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { projectsWithProblems, useProblems } from '#api/github/use-problems.ts'
import { MEMBER_TOPIC, useLive } from '#api/live/topics.ts'
import type { Link } from '#api/projects/linked-projects.ts'
import { useConnection } from '#features/github-connection/use-connection.ts'
import { readView, writeView } from '#features/linked-projects/list-view.ts'
import { MyInvitations } from '#features/project-members/my-invitations.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { MenuButton } from '#on-demand/menu-button.tsx'
import { DuplicateLinks } from './duplicate-links.tsx'
import { ListFilters } from './list-filters.tsx'
import { ProjectList } from './project-list.tsx'
import { LinkingDialog, NewProjectDialog } from './repository-dialogs.tsx'

export function ProjectsScreen() {
  const { t } = useTranslation()
  const [parameters] = useSearchParams()
  const [edited, setEdited] = useState<Link | null>(null)
  const view = readView(parameters)
  const adding = useAdding()
  const problems = useProblems(useConnection())
  const isKnown = !problems.isPending && !problems.error && problems.isAnswered
  useLive(MEMBER_TOPIC)
  const troubled = isKnown ? projectsWithProblems(problems).toSorted() : null

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
      <ListFilters view={view} troubled={troubled?.length ?? null} />
      <ProjectList
        view={view}
        troubled={problems.error ? NONE : troubled}
        onLink={() => adding.open('link')}
        onEdit={setEdited}
      />
      {adding.opened === 'new' && <NewProjectDialog onClose={adding.close} />}
      {adding.opened === 'link' && (
        <LinkingDialog link={null} address={adding.address} onClose={adding.close} />
      )}
      {edited && <LinkingDialog link={edited} onClose={() => setEdited(null)} />}
    </div>
  )
}

const NONE: readonly string[] = []

/** The URL contains the dialog, so that other pages can link to it: `?add=link`, `?add=new`. */
function useAdding() {
  const [parameters] = useSearchParams()
  const navigate = useNavigate()
  const view = writeView(readView(parameters), {})

  return {
    opened: parameters.get('add'),
    /** A pasted URL, which the dialog parses. */
    address: parameters.get('address') ?? '',
    open: (dialog: 'link' | 'new') =>
      void navigate(`${view}${view === '?' ? '' : '&'}add=${dialog}`, { replace: true }),
    close: () => void navigate(view, { replace: true }),
  }
}

type Props = { onLink: () => void; onStart: () => void }

function AddProjectMenu({ onLink, onStart }: Props) {
  const { t } = useTranslation()

  return (
    <MenuButton
      trigger={
        <Button>
          {t('projects.add.label')}
          <ChevronDown aria-hidden="true" className="size-4" />
        </Button>
      }
    >
      <MenuAction onSelect={onLink}>
        <Link2 aria-hidden="true" className="size-4 text-ink-soft" />
        {t('projects.add.link')}
      </MenuAction>
      <MenuAction onSelect={onStart}>
        <SquarePlus aria-hidden="true" className="size-4 text-ink-soft" />
        {t('projects.add.start')}
      </MenuAction>
    </MenuButton>
  )
}
