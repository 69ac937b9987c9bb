import type { ReactNode } from 'react'

export function Facts({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2 text-sm">{children}</dl>
}

/** Left out where nothing is known; a zero is known. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (children === null || children === undefined || children === '' || children === false)
    return null

  return (
    <>
      <dt className="text-ink-soft">{name}</dt>
      <dd className="break-words">{children}</dd>
    </>
  )
}
