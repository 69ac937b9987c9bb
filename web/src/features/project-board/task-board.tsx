import { Card } from '@app/ui/card.tsx'
import { LoadFailed } from '@app/ui/load-failed.tsx'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type Ref, useEffect, useId, useState } from 'react'
import { createPortal } from 'react-dom'
import { userMessage } from '#api/errors/user-message.ts'
import { holdHints } from '#api/live/topics.ts'
import {
  type Board,
  type BoardLimits,
  boardQuery,
  TASK_STATUSES,
  type Task,
  type TaskStatus,
} from '#api/projects/tasks.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { MessageKey } from '#i18n/messages.ts'
import { othersIn } from './board.ts'
import { BoardColumn } from './board-column.tsx'
import { BoardDialogs, useNewTask } from './board-dialogs.tsx'
import type { Person } from './person.ts'
import type { Hands } from './task-card.tsx'
import { COLUMN_WORDS } from './task-words.ts'
import { useBoardChanges } from './use-board-changes.ts'
import { type Lift, useLift } from './use-lift.ts'
import { useTaskAddress } from './use-task-address.ts'

type Props = {
  projectId: string
  people: Person[]
  canEdit: boolean
  /** The open task's name, or null. */
  onOpened: (name: string | null) => void
  /** Shown if the project no longer exists. */
  gone: ReactNode
}

export function TaskBoard({ projectId, people, canEdit, onOpened, gone }: Props) {
  const { t } = useTranslation()
  const [isHeld, setHeld] = useState(false)
  const { board, limits, showMore, moreIn } = useBoard(projectId, isHeld)
  const changes = useBoardChanges(projectId, limits)
  const newTask = useNewTask()
  const address = useTaskAddress()
  const announcer = useAnnouncer(board.data)
  const lifting = useLift({
    board: board.data,
    onDrop: changes.move,
    onLiftEvent: (event, lift) => {
      setHeld(event === 'lifted' || event === 'over')
      announcer.say(event, lift)
    },
  })
  const helpId = useId()

  if (board.isPending) return <BoardSkeleton />
  if (board.data === null) return gone
  if (!board.data) {
    return (
      <Card>
        <LoadFailed
          title={t('board.failed')}
          text={userMessage(t, board.error, 'errors.tryAgain')}
          retryText={t('errorPage.tryAgain')}
          onRetry={board.refetch}
        />
      </Card>
    )
  }

  const hands: Hands | null = canEdit ? { ...lifting, helpId } : null
  const columns: Board = board.data
  return (
    <>
      <div
        data-board
        className={`-mx-5 flex items-start gap-3 overflow-x-auto px-5 pb-4 max-md:min-h-96 md:mx-0 md:gap-4 md:overflow-visible md:px-0 ${lifting.lift ? '' : 'snap-x snap-proximity scroll-px-5'}`}
      >
        {TASK_STATUSES.map((status) => (
          <BoardColumn
            key={status}
            projectId={projectId}
            status={status}
            column={columns[status]}
            people={new Map(people.map((person) => [person.id, person]))}
            lift={lifting.lift}
            hands={hands}
            taskLink={address.to}
            onAdd={newTask.open}
            onAdded={changes.refresh}
            more={moreIn(status, columns[status].total)}
            onMore={() => showMore(status)}
          />
        ))}
      </div>
      {canEdit && (
        <p id={helpId} hidden>
          {t('board.handleHelp')}
        </p>
      )}
      <p role="status" className="sr-only">
        {announcer.said}
      </p>
      {lifting.lift?.by === 'pointer' && <DragGhost ref={lifting.ghost} task={lifting.lift.task} />}
      <BoardDialogs
        projectId={projectId}
        people={people}
        board={columns}
        changes={changes}
        canEdit={canEdit}
        address={address}
        newTask={newTask}
        onOpened={onOpened}
      />
    </>
  )
}

const SHOWN = 50

/** The polled board, with the requested number of tasks per column. */
function useBoard(projectId: string, isHeld: boolean) {
  const [limits, setLimits] = useState<BoardLimits>({ todo: SHOWN, inProgress: SHOWN, done: SHOWN })
  const board = useQuery({
    ...boardQuery(projectId, limits),
    // Data must not change under a task that is being moved.
    ...(isHeld && { refetchInterval: false, refetchOnWindowFocus: false }),
  })
  useEffect(() => (isHeld ? holdHints() : undefined), [isHeld])

  return {
    board,
    limits,
    showMore: (status: TaskStatus) => setLimits({ ...limits, [status]: limits[status] + SHOWN }),
    /** How many the next press would show. */
    moreIn: (status: TaskStatus, total: number) => Math.min(SHOWN, total - limits[status]),
  }
}

/** Follows the pointer; the task itself stays in place until dropped. */
function DragGhost({ ref, task }: { ref: Ref<HTMLDivElement>; task: Task }) {
  return createPortal(
    <div ref={ref} aria-hidden="true" className="pointer-events-none fixed top-0 left-0 z-50">
      <div className="-mt-4 ml-3 w-64 max-w-[60vw] rotate-2 rounded-md border border-accent bg-surface p-3 text-sm font-medium shadow-float">
        <p className="truncate">{task.name}</p>
      </div>
    </div>,
    document.body,
  )
}

function BoardSkeleton() {
  return (
    <div className="-mx-5 flex items-start gap-3 overflow-hidden px-5 pb-4 max-md:min-h-96 md:mx-0 md:gap-4 md:px-0">
      {TASK_STATUSES.map((status) => (
        <div
          key={status}
          className="w-[82vw] max-w-80 flex-none rounded-lg border border-line bg-sunken p-2 md:w-auto md:max-w-none md:flex-1 md:basis-0"
        >
          <Skeleton className="my-3 ml-2 h-5 w-24" />
          <div className="grid gap-2">
            {[1, 2, 3].map((card) => (
              <Skeleton key={card} className="h-22 w-full" />
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}

const WORDS = {
  lifted: 'board.said.lifted',
  over: 'board.said.over',
  dropped: 'board.said.dropped',
  cancelled: 'board.said.cancelled',
} satisfies Record<string, MessageKey>

/** The live region's text: the position of a task moved by keys. */
function useAnnouncer(board: Board | null | undefined) {
  const { t } = useTranslation()
  const [said, setSaid] = useState('')

  function say(event: keyof typeof WORDS, { task, place, by }: Lift) {
    if (!board || by !== 'keys') return
    setSaid(
      t(WORDS[event], {
        name: task.name,
        place: place.index + 1,
        count: othersIn(board[place.status], task).length + 1,
        column: t(COLUMN_WORDS[place.status]),
      }),
    )
  }

  return { said, say }
}
