import type { ReactNode } from 'react'

/** One subject of the settings. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-3 border-t border-line pt-6 first:border-t-0 first:pt-0">
      <h2 className="font-semibold">{title}</h2>
      {children}
    </section>
  )
}

/** A state, and beside it the actions for it. */
export function Row({ text, children }: { text: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="min-w-32 flex-1 text-sm break-words text-ink-soft">{text}</div>
      <div className="flex flex-wrap gap-2 empty:hidden">{children}</div>
    </div>
  )
}
