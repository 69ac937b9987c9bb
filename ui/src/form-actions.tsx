import type { ReactNode } from 'react'

type Props = {
  /** Actions that do not save, placed apart. */
  start?: ReactNode
  children: ReactNode
}

/** The buttons of a dialog, at its end; the saving one is last. */
export function FormActions({ start, children }: Props) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <div>{start}</div>
      <div className="flex flex-wrap justify-end gap-3">{children}</div>
    </div>
  )
}
