import { type Command, type CommandGroup, CommandMenu } from '@app/ui/command-menu.tsx'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import MessageSquare from 'lucide-react/icons/message-square'
import Search from 'lucide-react/icons/search'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { queryClientFor } from '#api/calls/query-client.ts'
import { foundProjectsQuery, namedProjectsQuery } from '#api/projects/project-search.ts'
import { foundTasksQuery } from '#api/projects/task-search.ts'
import { useMember } from '#api/session/session.ts'
import { paths } from '#config/paths.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { type Openers, useActions } from './actions.tsx'
import {
  useAdminDestinations,
  useDestinations,
  useGuideDestinations,
  useSettingsDestinations,
} from './destinations.tsx'
import {
  PROJECT,
  useProjectActions,
  useProjectDestinations,
  useTaskDestinations,
} from './project-commands.tsx'
import { recentCommands, rememberCommand } from './recent.ts'

type Props = Openers & { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }

/** Rendered outside the screens' query provider, so it provides the member's cache itself. */
export function CommandCenter(props: Props) {
  return (
    <QueryClientProvider client={queryClientFor(useMember().id)}>
      <Commands {...props} />
    </QueryClientProvider>
  )
}

function Commands({ isOpen, onOpenChange, ...openers }: Props) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const groups = useGroups(openers, search, isOpen)

  return (
    <CommandMenu
      isOpen={isOpen}
      onOpenChange={(next) => {
        setSearch('')
        onOpenChange(next)
      }}
      onSearch={setSearch}
      groups={groups}
      texts={{
        title: t('commands.title'),
        placeholder: t('commands.placeholder'),
        nothingFound: t('commands.nothingFound'),
        hint: t('commands.hint'),
        close: t('common.close'),
      }}
    />
  )
}

/** Recently used commands come first, and are not repeated below. */
function useGroups(openers: Openers, search: string, isOpen: boolean): CommandGroup[] {
  const { t } = useTranslation()
  const { id: memberId } = useMember()
  // Read at each opening, because storage is not React state.
  const recent = isOpen ? recentCommands(memberId) : []
  const recentProjects = useQuery(
    namedProjectsQuery(recent.filter(isProject).map((id) => id.slice(PROJECT.length))),
  )
  const settled = useSettled(search.trim())
  const found = useQuery(foundProjectsQuery(settled)).data ?? []
  const tasks = useTaskDestinations(useQuery(foundTasksQuery(settled)).data ?? [])
  const known = useProjectDestinations(recentProjects.data ?? [])
  const projects = useProjectDestinations(found)
  const projectActions = useProjectActions(found)
  const places = useDestinations()
  const settings = useSettingsDestinations()
  const guides = useGuideDestinations()
  const adminPages = useAdminDestinations()
  const actions = useActions(openers)
  const elsewhere = useElsewhere(search.trim(), openers)

  const remembering = (command: Command): Command => ({
    ...command,
    run: () => {
      if (isKept(command.id)) rememberCommand(memberId, command.id)
      command.run()
    },
  })
  const others = (commands: Command[]) => commands.filter(({ id }) => !recent.includes(id))
  const all = [...places, ...settings, ...adminPages, ...guides, ...actions, ...known]
  const lately = recent.flatMap((id) => all.find((command) => command.id === id) ?? [])

  return [
    { value: t('commands.recent'), items: lately },
    { value: t('commands.projects'), items: others(projects) },
    { value: t('commands.tasks'), items: tasks },
    { value: t('commands.inProjects'), items: projectActions },
    { value: t('commands.goTo'), items: others(places) },
    { value: t('commands.do'), items: others(actions) },
    // Shown only while searching, because so many more entries would hide the useful ones.
    { value: t('header.settings'), items: search === '' ? [] : others(settings) },
    { value: t('header.admin'), items: search === '' ? [] : others(adminPages) },
    { value: t('footer.docs'), items: search === '' ? [] : others(guides) },
    { value: t('commands.elsewhere'), items: elsewhere },
  ]
    .filter(({ items }) => items.length > 0)
    .map(({ value, items }) => ({ value, items: items.map(remembering) }))
}

/** Excludes actions, whose ids contain one more colon. */
const isProject = (id: string) => id.startsWith(PROJECT) && !id.slice(PROJECT.length).includes(':')

/** Ways on for any search text, so that a search never ends with nothing. */
function useElsewhere(search: string, { onFeedback }: Openers): Command[] {
  const { t } = useTranslation()
  const navigate = useNavigate()
  if (search === '') return []

  return [
    {
      id: `${ELSEWHERE}projects`,
      label: t('commands.searchProjects', { text: search }),
      icon: <Search className="size-4" />,
      run: () => void navigate(`${paths.projects}?q=${encodeURIComponent(search)}`),
    },
    {
      id: `${ELSEWHERE}ask`,
      label: t('commands.ask'),
      // Found by anything that is typed.
      keywords: search,
      icon: <MessageSquare className="size-4" />,
      run: onFeedback,
    },
  ]
}

const ELSEWHERE = 'elsewhere:'

/** Tasks and project actions become outdated sooner than the list of recent commands. */
const isKept = (id: string) =>
  !id.startsWith('task:') && !id.startsWith(ELSEWHERE) && (isProject(id) || !id.startsWith(PROJECT))

const PAUSE_MS = 200

/** Debounced, so that not every keystroke sends a request. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)

  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])

  return text && settled
}
