import { Button } from '@app/ui/button.tsx'
import { IconButton } from '@app/ui/icon-button.tsx'
import Plus from 'lucide-react/icons/plus'
import { Fragment, useId } from 'react'
import type { Column, TaskStatus } from '#api/projects/tasks.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { othersIn } from './board.ts'
import type { Person } from './person.ts'
import { QuickAdd } from './quick-add.tsx'
import { type Hands, TaskCard } from './task-card.tsx'
import { COLUMN_WORDS } from './task-words.ts'
import type { Lift } from './use-lift.ts'
import type { useTaskAddress } from './use-task-address.ts'

type TaskLink = ReturnType<typeof useTaskAddress>['to']

type Props = {
  projectId: string
  status: TaskStatus
  column: Column
  people: Map<string, Person>
  lift: Lift | null
  hands: Hands | null
  taskLink: TaskLink
  onAdd: (status: TaskStatus) => void
  onAdded: () => Promise<void>
  /** How many more tasks can be shown. */
  more: number
  onMore: () => void
}

export function BoardColumn(props: Props) {
  const { status, column, hands } = props
  const { t, number } = useTranslation()
  const id = useId()
  const name = t(COLUMN_WORDS[status])

  return (
    <section
      data-column={status}
      aria-labelledby={id}
      className="flex w-[82vw] max-w-80 flex-none snap-start flex-col rounded-lg border border-line bg-sunken p-2 md:w-auto md:max-w-none md:flex-1 md:basis-0"
    >
      <header className="flex min-h-11 items-center gap-2 pl-2">
        <h2 id={id} className="font-semibold">
          {name}
        </h2>
        <span className="text-sm text-ink-soft tabular">{number(column.total)}</span>
        {hands && (
          <IconButton
            label={t('board.addTo', { column: name })}
            className="ml-auto"
            onClick={() => props.onAdd(status)}
          >
            <Plus className="size-5" />
          </IconButton>
        )}
      </header>
      <Cards {...props} />
      {props.more > 0 && (
        <Button variant="quiet" size="sm" className="mt-2" onClick={props.onMore}>
          {t('board.more', { count: props.more })}
        </Button>
      )}
      {hands && <QuickAdd projectId={props.projectId} status={status} onAdded={props.onAdded} />}
    </section>
  )
}

function Cards({ status, column, people, lift, hands, taskLink }: Props) {
  const { t } = useTranslation()
  const target = lift?.place.status === status ? lift.place.index : null
  const others = lift ? othersIn(column, lift.task) : column.tasks

  if (column.tasks.length === 0 && target === null) {
    return <p className="px-2 py-6 text-center text-sm text-ink-soft">{t('board.empty')}</p>
  }

  return (
    <ul className="grid min-h-24 content-start gap-2">
      {column.tasks.map((task) => (
        <Fragment key={task.id}>
          {target !== null && others[target]?.id === task.id && <DropMarker />}
          <TaskCard
            task={task}
            assignee={task.assignee_id ? people.get(task.assignee_id) : undefined}
            isLifted={lift?.task.id === task.id}
            hands={hands}
            link={taskLink(task.number)}
          />
        </Fragment>
      ))}
      {target === others.length && <DropMarker />}
    </ul>
  )
}

/** Where the task would be dropped. */
function DropMarker() {
  return (
    // Has no height: cards must not move away from the pointer.
    <li aria-hidden="true" className="relative -my-1 h-0">
      <span className="absolute inset-x-0 -top-0.5 h-1 rounded-full bg-accent" />
    </li>
  )
}
