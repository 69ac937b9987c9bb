import { Button } from '@app/ui/button.tsx'
import { ChoiceGroup } from '@app/ui/choice-group.tsx'
import { PageHeader } from '@app/ui/page-header.tsx'
import { SearchField } from '@app/ui/search-field.tsx'
import { lazy, Suspense, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { LINK_SORTS, type LinkSort } from '#api/linked-projects.ts'
import { readView, writeView } from '#features/linked-projects/view.ts'
import { OtherProjects } from '#features/project-details/other-projects.tsx'
import { MyInvitations } from '#features/project-members/my-invitations.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { MessageKey } from '#i18n/messages.ts'
import type { Editing } from './editing.ts'
import { LinkedList } from './linked-list.tsx'
import { LinkingDialog } from './linking-dialog.tsx'
import { UnlinkedList } from './unlinked-list.tsx'

// A form with all its fields weighs as much as the whole list, and few come here to fill it in.
const NewProjectDialog = lazy(async () => ({
  default: (await import('#features/project-details/new-project-dialog.tsx')).NewProjectDialog,
}))

const SORT_WORDS: Record<LinkSort, MessageKey> = {
  newest: 'projects.sort.newest',
  synced: 'projects.sort.synced',
  name: 'projects.sort.name',
}

export function ProjectsScreen() {
  const { t } = useTranslation()
  const [parameters] = useSearchParams()
  const [editing, setEditing] = useState<Editing>(null)
  const [isStarting, setStarting] = useState(false)
  const view = readView(parameters)

  return (
    <div className="page-edge reveal-in-order grid gap-6 py-10 md:py-14">
      <PageHeader
        title={t('projects.title')}
        lead={t('projects.lead')}
        action={
          <div className="flex flex-wrap gap-3">
            <Button variant="secondary" onClick={() => setStarting(true)}>
              {t('project.others.start')}
            </Button>
            <Button onClick={() => setEditing('new')}>{t('projects.link')}</Button>
          </div>
        }
      />
      <MyInvitations />
      {view.isUnlinked ? (
        <UnlinkedList view={view} />
      ) : (
        <>
          <Filters view={view} />
          <LinkedList view={view} onEdit={setEditing} />
          <OtherProjects />
          <p className="text-sm">
            <Link
              to={writeView(view, { isUnlinked: true, words: '' })}
              className="inline-flex min-h-11 items-center text-accent underline-offset-4 hover:underline"
            >
              {t('projects.showUnlinked')}
            </Link>
          </p>
        </>
      )}
      {isStarting && (
        <Suspense>
          <NewProjectDialog onClose={() => setStarting(false)} />
        </Suspense>
      )}
      <LinkingDialog editing={editing} onClose={() => setEditing(null)} />
    </div>
  )
}

function Filters({ view }: { view: ReturnType<typeof readView> }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const show = (change: Parameters<typeof writeView>[1]) =>
    void navigate(writeView(view, change), { replace: true })

  return (
    <div className="flex flex-wrap items-end justify-between gap-4">
      <div className="min-w-0 flex-1 basis-72">
        <SearchField
          label={t('projects.search')}
          value={view.words}
          onSearch={(words) => show({ words })}
        />
      </div>
      <ChoiceGroup
        label={t('projects.sort.label')}
        name="sort"
        choices={LINK_SORTS.map((value) => ({ value, label: t(SORT_WORDS[value]) }))}
        value={view.sort}
        onChange={(sort) => show({ sort })}
      />
    </div>
  )
}
