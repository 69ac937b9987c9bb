import { useQuery } from '@tanstack/react-query'
import { membersQuery } from '#api/members.ts'
import type { Project } from '#api/projects.ts'
import { TaskBoard } from '#features/project-board/task-board.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { NoProject } from './no-project.tsx'

export function BoardTab({ project }: { project: Project }) {
  const { t } = useTranslation()
  const members = useQuery(membersQuery(project.id))
  const people = (members.data ?? []).map(({ user_id, display_name, avatar_url }) => ({
    id: user_id,
    name: display_name || t('team.unnamed'),
    picture: avatar_url,
  }))

  return (
    <TaskBoard
      projectId={project.id}
      people={people}
      canEdit={project.role !== 'viewer'}
      gone={<NoProject />}
    />
  )
}
