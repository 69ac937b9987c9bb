import type { ReactNode } from 'react'

type Props = {
  /** Apart from the others: what does not save. */
  start?: ReactNode
  children: ReactNode
}

/** The one place of a dialog's buttons: at its end, the one that saves last. */
export function FormActions({ start, children }: Props) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <div>{start}</div>
      <div className="flex flex-wrap justify-end gap-3">{children}</div>
    </div>
  )
}
