import type { ReactNode } from 'react'

type Props = {
  title?: string
  lead?: string
  /** At the right end of the title's line. */
  action?: ReactNode
  footer?: ReactNode
  className?: string
  children?: ReactNode
}

/** One concern. Its title is a heading of the second level: a page has its own h1. */
export function Card({ title, lead, action, footer, className = '', children }: Props) {
  return (
    <section className={`rounded-lg border border-line bg-surface ${className}`}>
      {title && (
        <header className="px-5 pt-5 sm:px-6">
          <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
            <h2 className="text-lg font-semibold">{title}</h2>
            {action}
          </div>
          {/* Below both: an action that is loaded later must not wrap this text again. */}
          {lead && <p className="mt-0.5 text-sm text-ink-soft">{lead}</p>}
        </header>
      )}
      <div className="p-5 sm:p-6">{children}</div>
      {footer && (
        <footer className="flex flex-wrap items-center justify-end gap-3 rounded-b-lg border-t border-line bg-sunken px-5 py-3 sm:px-6">
          {footer}
        </footer>
      )}
    </section>
  )
}
