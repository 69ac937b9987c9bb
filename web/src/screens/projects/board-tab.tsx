import { useQuery } from '@tanstack/react-query'
import { membersQuery } from '#api/projects/members.ts'
import type { Project } from '#api/projects/projects.ts'
import { TaskBoard } from '#features/project-board/task-board.tsx'
import { UnsavedChanges } from '#features/unsaved-changes/unsaved-changes.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { useLeavingTexts } from '#i18n/leaving-texts.ts'
import { NoProject } from './no-project.tsx'

type Props = {
  project: Project
  /** The open task's name, or null. */
  onOpened: (task: string | null) => void
}

export function BoardTab({ project, onOpened }: Props) {
  const { t } = useTranslation()
  const leaving = useLeavingTexts()
  const members = useQuery(membersQuery(project.id))
  const people = (members.data ?? []).map(({ user_id, display_name, avatar_url }) => ({
    id: user_id,
    name: display_name || t('team.unnamed'),
    avatarUrl: avatar_url,
  }))

  return (
    <>
      <TaskBoard
        projectId={project.id}
        people={people}
        canEdit={project.role !== 'viewer'}
        onOpened={onOpened}
        gone={<NoProject />}
      />
      <UnsavedChanges texts={leaving} />
    </>
  )
}
