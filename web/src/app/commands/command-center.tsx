import { type Command, type CommandGroup, CommandMenu } from '@app/ui/command-menu.tsx'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { foundProjectsQuery, namedProjectsQuery } from '#api/project-search.ts'
import { queryClientFor } from '#api/query-client.ts'
import { useMember } from '#api/session.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { type Openers, useActions } from './actions.tsx'
import { PROJECT, usePlaces, useProjectPlaces } from './places.tsx'
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
  // Read at each opening: the storage is not React state.
  const recent = isOpen ? recentCommands(memberId) : []
  const recentProjects = useQuery(
    namedProjectsQuery(
      recent.filter((id) => id.startsWith(PROJECT)).map((id) => id.slice(PROJECT.length)),
    ),
  )
  const found = useQuery(foundProjectsQuery(useSettled(search.trim())))
  const known = useProjectPlaces(recentProjects.data ?? [])
  const projects = useProjectPlaces(found.data ?? [])
  const places = usePlaces()
  const actions = useActions(openers)

  const remembering = (command: Command): Command => ({
    ...command,
    run: () => {
      rememberCommand(memberId, command.id)
      command.run()
    },
  })
  const others = (commands: Command[]) => commands.filter(({ id }) => !recent.includes(id))
  const all = [...places, ...actions, ...known]
  const lately = recent.flatMap((id) => all.find((command) => command.id === id) ?? [])

  return [
    { value: t('commands.recent'), items: lately },
    { value: t('commands.projects'), items: others(projects) },
    { value: t('commands.goTo'), items: others(places) },
    { value: t('commands.do'), items: others(actions) },
  ]
    .filter(({ items }) => items.length > 0)
    .map(({ value, items }) => ({ value, items: items.map(remembering) }))
}

const PAUSE_MS = 200

/** Debounced, so that the server is not asked at every keystroke. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)

  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])

  return text && settled
}
