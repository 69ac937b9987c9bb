import { Avatar } from '@app/ui/avatar.tsx'
import { Badge } from '@app/ui/badge.tsx'
import CalendarDays from 'lucide-react/icons/calendar-days'
import GripVertical from 'lucide-react/icons/grip-vertical'
import { Link, type LinkProps } from 'react-router'
import type { Task, TaskPriority } from '#api/projects/tasks.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { Person } from './person.ts'
import { PRIORITY_WORDS } from './task-words.ts'
import type { useLift } from './use-lift.ts'

type Props = {
  task: Task
  assignee: Person | undefined
  isLifted: boolean
  /** Null for viewers, who cannot edit. */
  hands: Hands | null
  /** The link that opens it. */
  link: LinkProps
}

export type Hands = Pick<ReturnType<typeof useLift>, 'press' | 'pressKey' | 'leave'> & {
  /** The id of the text that explains moving a task by keys. */
  helpId: string
}

const TONES: Record<TaskPriority, 'plain' | 'accent' | 'notice'> = {
  low: 'plain',
  medium: 'accent',
  high: 'notice',
}

/** The name's link covers the whole card; the handle lies above it. */
export function TaskCard({ task, assignee, isLifted, hands, link }: Props) {
  const { t } = useTranslation()

  return (
    <li
      data-task={task.id}
      data-lifted={isLifted || undefined}
      onPointerDown={hands ? (event) => hands.press(event, task) : undefined}
      className="relative flex items-start rounded-md border border-line bg-surface text-sm transition-opacity select-none data-lifted:border-dashed data-lifted:border-accent data-lifted:opacity-55"
    >
      <div className="grid min-w-0 flex-1 gap-2 p-3">
        <Link
          {...link}
          // Otherwise the browser's native link dragging would start.
          draggable={false}
          className="min-h-6 font-medium break-words after:absolute after:inset-0 hover:text-accent focus-visible:outline-none after:focus-visible:rounded-md after:focus-visible:outline-2 after:focus-visible:-outline-offset-2 after:focus-visible:outline-accent"
        >
          {task.name}
        </Link>
        <div className="flex min-h-6 flex-wrap items-center gap-2 text-xs text-ink-soft">
          <span className="text-ink-faint tabular">{`#${task.number}`}</span>
          <Badge tone={TONES[task.priority]}>{t(PRIORITY_WORDS[task.priority])}</Badge>
          {task.due_date && <DueDate task={task} day={task.due_date} />}
          {assignee && <Assignee person={assignee} />}
        </div>
      </div>
      {hands && (
        <button
          type="button"
          data-handle={task.id}
          aria-label={t('board.handle', { name: task.name })}
          aria-describedby={hands.helpId}
          aria-pressed={isLifted}
          onKeyDown={(event) => hands.pressKey(event, task)}
          onBlur={hands.leave}
          className="relative grid min-h-11 w-8 flex-none cursor-grab touch-none place-items-center self-stretch rounded-r-md text-ink-faint transition-colors hover:text-ink focus-visible:-outline-offset-2 pointer-coarse:w-11"
        >
          <GripVertical className="size-4" />
        </button>
      )}
    </li>
  )
}

function DueDate({ task, day }: { task: Task; day: string }) {
  const { t, date } = useTranslation()
  const shown = date(new Date(`${day}T00:00`), { day: 'numeric', month: 'short' })
  const isLate = task.status !== 'done' && new Date(`${day}T23:59:59`) < new Date()

  return (
    <span className={`inline-flex items-center gap-1 ${isLate ? 'font-medium text-danger' : ''}`}>
      <CalendarDays aria-hidden className="size-3.5" />
      {isLate ? t('board.overdue', { day: shown }) : t('board.due', { day: shown })}
    </span>
  )
}

function Assignee({ person }: { person: Person }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5">
      <Avatar letter={[...person.name][0] ?? '?'} src={person.avatarUrl} className="size-6" />
      <span className="truncate">{person.name}</span>
    </span>
  )
}
