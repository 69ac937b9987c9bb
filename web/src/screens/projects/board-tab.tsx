import { useHasUnsaved } from '@app/ui/unsaved-marks.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { membersQuery } from '#api/members.ts'
import type { Project } from '#api/projects.ts'
import { TaskBoard } from '#features/project-board/task-board.tsx'
import { usePageTitle } from '#features/site/use-page-title.ts'
import { UnsavedChanges } from '#features/unsaved-changes/unsaved-changes.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { useLeavingTexts } from '#i18n/leaving-texts.ts'
import { NoProject } from './no-project.tsx'

export function BoardTab({ project }: { project: Project }) {
  const { t } = useTranslation()
  const leaving = useLeavingTexts()
  const [opened, setOpened] = useState<string | null>(null)
  const members = useQuery(membersQuery(project.id))
  usePageTitle(opened && `${opened} – ${project.name}`)
  const people = (members.data ?? []).map(({ user_id, display_name, avatar_url }) => ({
    id: user_id,
    name: display_name || t('team.unnamed'),
    picture: avatar_url,
  }))

  return (
    <>
      <TaskBoard
        projectId={project.id}
        people={people}
        canEdit={project.role !== 'viewer'}
        onOpened={setOpened}
        gone={<NoProject />}
      />
      <UnsavedChanges isDirty={useHasUnsaved()} texts={leaving} />
    </>
  )
}
