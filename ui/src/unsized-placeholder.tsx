import type { ReactNode } from 'react'

/**
 * A placeholder for content of unknown height. In a column with `reveal-in-order`, everything below it is hidden until
 * it is replaced, so that nothing shifts while visible.
 */
export function UnsizedPlaceholder({ children }: { children?: ReactNode }) {
  return (
    <div data-unsized aria-hidden="true" className="empty:hidden">
      {children}
    </div>
  )
}
