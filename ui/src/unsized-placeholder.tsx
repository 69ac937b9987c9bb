import type { ReactNode } from 'react'

/**
 * The place of something whose height nobody knows yet. Whatever stands below it in a column with `in-order` waits
 * unseen, and does not jump when the thing arrives.
 */
export function UnsizedPlaceholder({ children }: { children?: ReactNode }) {
  return (
    <div data-unsized aria-hidden="true" className="empty:hidden">
      {children}
    </div>
  )
}
