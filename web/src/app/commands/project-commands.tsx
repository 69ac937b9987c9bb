import type { Command } from '@app/ui/command-menu.tsx'
import ExternalLink from 'lucide-react/icons/external-link'
import FolderKanban from 'lucide-react/icons/folder-kanban'
import History from 'lucide-react/icons/history'
import ListTodo from 'lucide-react/icons/list-todo'
import Plus from 'lucide-react/icons/plus'
import SquareKanban from 'lucide-react/icons/square-kanban'
import { useNavigate } from 'react-router'
import type { FoundProject } from '#api/projects/project-search.ts'
import type { FoundTask } from '#api/projects/task-search.ts'
import { projectPath } from '#config/paths.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { fullNameOf } from '#features/github/check-repository.ts'
import { builderAddress } from '#features/linked-projects/link-addresses.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

/** Prefix of the ids of commands that open a project. */
export const PROJECT = 'project:'

export function useProjectDestinations(projects: FoundProject[]): Command[] {
  const navigate = useNavigate()

  return projects.map(({ id, name, link }) => ({
    id: `${PROJECT}${id}`,
    label: name,
    keywords: repositoryOf(link),
    icon: <FolderKanban className="size-4" />,
    run: () => void navigate(projectPath(id)),
  }))
}

export function useTaskDestinations(tasks: FoundTask[]): Command[] {
  const navigate = useNavigate()

  return tasks.map(({ id, name, number, project }) => ({
    id: `task:${id}`,
    label: `${name} · ${project.name}`,
    icon: <ListTodo className="size-4" />,
    run: () => void navigate(`${projectPath(project.id)}?task=${number}`),
  }))
}

/** The number of found projects that offer actions: more would hide other results. */
const WITH_ACTIONS = 3

/** Actions on the first found projects, without opening them. */
export function useProjectActions(projects: FoundProject[]): Command[] {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { github, builderUrl } = usePublicConfig()

  return projects.slice(0, WITH_ACTIONS).flatMap(({ id, name, link }) => {
    const keywords = repositoryOf(link)
    const go = (query: string) => () => void navigate(`${projectPath(id)}?${query}`)
    const open = (address: string) => () => void window.open(address, '_blank', 'noopener')
    const command = (key: string, label: string, icon: Command['icon'], run: () => void) => ({
      id: `${PROJECT}${id}:${key}`,
      label,
      keywords,
      icon,
      run,
    })
    const texts = { project: name }
    const inBuilder = link && builderAddress(builderUrl, link)

    return [
      command('task', t('commands.newTask', texts), <Plus className="size-4" />, go('task=new')),
      command(
        'board',
        t('commands.board', texts),
        <SquareKanban className="size-4" />,
        go('tab=board'),
      ),
      command(
        'history',
        t('commands.history', texts),
        <History className="size-4" />,
        go('tab=history'),
      ),
      ...(inBuilder
        ? [
            command(
              'builder',
              t('commands.openBuilder', texts),
              <ExternalLink className="size-4" />,
              open(inBuilder),
            ),
          ]
        : []),
      ...(keywords
        ? [
            command(
              'github',
              t('commands.openGithub', texts),
              <ExternalLink className="size-4" />,
              open(`${github.webUrl}/${keywords}`),
            ),
          ]
        : []),
    ]
  })
}

const repositoryOf = (link: FoundProject['link']) => (link && fullNameOf(link)) ?? ''
