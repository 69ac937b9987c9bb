import type { ReactNode } from 'react'

/** A large icon above a heading. */
export function IconCircle({ children }: { children: ReactNode }) {
  return (
    <span className="mb-8 grid size-16 place-items-center rounded-full bg-accent-tint text-accent">
      {children}
    </span>
  )
}
