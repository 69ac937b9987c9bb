import type { ReactNode } from 'react'

type Props = {
  title?: string
  /** 3 within a section that has a heading of its own. */
  level?: 2 | 3
  lead?: string
  /** At the right end of the title's line. */
  action?: ReactNode
  footer?: ReactNode
  className?: string
  children?: ReactNode
}

/** A section about one subject. Its title is a second-level heading, because a page has its own h1. */
export function Card({ title, level = 2, lead, action, footer, className = '', children }: Props) {
  const Heading = level === 2 ? 'h2' : 'h3'

  return (
    <section className={`rounded-lg border border-line bg-surface ${className}`}>
      {title && (
        <header className="px-5 pt-5 sm:px-6">
          <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
            <Heading className={`font-semibold ${level === 2 ? 'text-lg' : ''}`}>{title}</Heading>
            {action}
          </div>
          {/* Below both, so that an action loaded later does not rewrap this text. */}
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
