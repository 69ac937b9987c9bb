import { Card } from '@app/ui/card.tsx'
import { LoadFailed } from '@app/ui/load-failed.tsx'
import { type ReactNode, useId, useState } from 'react'
import { userMessage } from '#api/user-message.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { Board } from './board.ts'
import { BoardColumn } from './board-column.tsx'
import { BoardSkeleton } from './board-skeleton.tsx'
import { DragGhost } from './drag-ghost.tsx'
import type { Person } from './person.ts'
import { TASK_STATUSES, type Task, type TaskStatus } from './task.ts'
import type { Hands } from './task-card.tsx'
import { TaskDialog } from './task-dialog.tsx'
import { useAnnouncer } from './use-announcer.ts'
import { useBoard } from './use-board.ts'
import { useBoardChanges } from './use-board-changes.ts'
import { useLift } from './use-lift.ts'

type Props = {
  projectId: string
  people: Person[]
  canEdit: boolean
  /** Shown instead when the project is gone while somebody looks at it. */
  gone: ReactNode
}

export function TaskBoard({ projectId, people, canEdit, gone }: Props) {
  const { t } = useTranslation()
  const [isHeld, setHeld] = useState(false)
  const { board, queryKey, showMore, moreIn } = useBoard(projectId, isHeld)
  const changes = useBoardChanges(projectId, queryKey)
  const dialog = useTaskDialog()
  const announcer = useAnnouncer(board.data)
  const lifting = useLift({
    board: board.data,
    onDrop: changes.move,
    onHappening: (happening, lift) => {
      setHeld(happening === 'lifted' || happening === 'over')
      announcer.say(happening, lift)
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

  const hands: Hands | null = canEdit ? { ...lifting, open: dialog.open, helpId } : null
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
            status={status}
            column={columns[status]}
            people={new Map(people.map((person) => [person.id, person]))}
            lift={lifting.lift}
            hands={hands}
            onAdd={dialog.open}
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
      {canEdit && dialog.shown !== null && (
        <TaskDialog
          key={dialog.count}
          projectId={projectId}
          shown={dialog.shown}
          isOpen={dialog.isOpen}
          onClose={dialog.close}
          people={people}
          board={columns}
          changes={changes}
        />
      )}
    </>
  )
}

/** Each opening is a form of its own; a closed one stays until it has gone from sight. */
function useTaskDialog() {
  const [dialog, setDialog] = useState<{
    shown: Task | TaskStatus | null
    isOpen: boolean
    count: number
  }>({ shown: null, isOpen: false, count: 0 })

  return {
    ...dialog,
    open: (shown: Task | TaskStatus) => setDialog({ shown, isOpen: true, count: dialog.count + 1 }),
    close: () => setDialog({ ...dialog, isOpen: false }),
  }
}
