import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import type { Board, Task } from '#api/projects/tasks.ts'
import {
  type BoardPosition,
  boardPositionOf,
  type Direction,
  isSamePosition,
  step,
} from './board.ts'
import { followPointer } from './follow-pointer.ts'

export type Lift = { task: Task; place: BoardPosition; by: 'pointer' | 'keys' }

type LiftEvent = 'lifted' | 'over' | 'dropped' | 'cancelled'

type Options = {
  board: Board | null | undefined
  onDrop: (task: Task, place: BoardPosition) => void
  /** For screen reader announcements and for pausing polls. */
  onLiftEvent: (event: LiftEvent, lift: Lift) => void
}

const DIRECTIONS: Record<string, Direction> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
}

/** A task being moved by mouse, touch or keys, until the drop or cancellation. */
export function useLift({ board, onDrop, onLiftEvent }: Options) {
  const [lift, setLift] = useState<Lift | null>(null)
  const ghost = useRef<HTMLDivElement>(null)
  const handle = useHandleFocus(lift)

  function start(task: Task, by: Lift['by']): Lift | null {
    if (!board) return null
    const lifted = { task, place: boardPositionOf(board, task), by }
    setLift(lifted)
    onLiftEvent('lifted', lifted)
    return lifted
  }

  function moveTo(lifted: Lift, place: BoardPosition): Lift {
    if (isSamePosition(place, lifted.place)) return lifted
    const carried = { ...lifted, place }
    setLift(carried)
    onLiftEvent('over', carried)
    return carried
  }

  function drop(lifted: Lift) {
    setLift(null)
    onLiftEvent('dropped', lifted)
    if (board && !isSamePosition(lifted.place, boardPositionOf(board, lifted.task))) {
      onDrop(lifted.task, lifted.place)
    }
    if (lifted.by === 'keys') handle.focusAgain(lifted)
  }

  function cancel(lifted: Lift) {
    setLift(null)
    onLiftEvent('cancelled', lifted)
  }

  /** By mouse from anywhere on the card; by touch only from its handle, so that the board can scroll. */
  function press(event: PointerEvent, task: Task) {
    const isHandle = (event.target as Element).closest('[data-handle]') !== null
    if (event.button !== 0 || (event.pointerType !== 'mouse' && !isHandle)) return
    let lifted: Lift | null = null

    followPointer(event.nativeEvent, ghost, {
      onStart: () => {
        lifted = start(task, 'pointer')
      },
      onOver: (place) => {
        if (lifted) lifted = moveTo(lifted, place)
      },
      onEnd: (isDropped) => {
        if (lifted) (isDropped ? drop : cancel)(lifted)
      },
    })
  }

  function pressKey(event: KeyboardEvent, task: Task) {
    const isToggle = event.key === ' ' || event.key === 'Enter'
    const direction = DIRECTIONS[event.key]
    if (!lift) {
      if (!isToggle) return
      event.preventDefault()
      start(task, 'keys')
      return
    }
    if (!board || !(isToggle || direction || event.key === 'Escape')) return

    event.preventDefault()
    if (isToggle) drop(lift)
    else if (direction) moveTo(lift, step(board, lift.task, lift.place, direction))
    else cancel(lift)
  }

  return {
    lift,
    ghost,
    press,
    pressKey,
    /** Moving the focus away cancels a keyboard move. */
    leave: () => lift?.by === 'keys' && cancel(lift),
  }
}

/** A task that changed its column is remounted, so its handle is focused again. */
function useHandleFocus(lift: Lift | null) {
  const wanted = useRef<string | null>(null)

  useEffect(() => {
    if (!wanted.current || lift) return
    const handle = document.querySelector<HTMLElement>(wanted.current)
    if (!handle) return
    handle.focus()
    wanted.current = null
  })

  return {
    focusAgain: ({ task, place }: Lift) => {
      wanted.current = `[data-column="${place.status}"] [data-handle="${task.id}"]`
    },
  }
}
