import type { ReactNode } from 'react'

/**
 * The place of something whose height nobody knows yet. Whatever stands below it in a column with `in-order` waits
 * unseen, and does not jump when the thing arrives.
 */
export function Arriving({ children }: { children?: ReactNode }) {
  return (
    <div data-arriving aria-hidden="true" className="empty:hidden">
      {children}
    </div>
  )
}
