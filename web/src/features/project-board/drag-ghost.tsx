import type { Ref } from 'react'
import { createPortal } from 'react-dom'
import type { Task } from './task.ts'

/** What hangs at the pointer; the task itself stays where it was until it is put down. */
export function DragGhost({ ref, task }: { ref: Ref<HTMLDivElement>; task: Task }) {
  return createPortal(
    <div ref={ref} aria-hidden="true" className="pointer-events-none fixed top-0 left-0 z-50">
      <div className="-mt-4 ml-3 w-64 max-w-[60vw] rotate-2 rounded-md border border-accent bg-surface p-3 text-sm font-medium shadow-float">
        <p className="truncate">{task.name}</p>
      </div>
    </div>,
    document.body,
  )
}
