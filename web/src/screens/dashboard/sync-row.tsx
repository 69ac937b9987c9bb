import type { ReactNode } from 'react'
import { Link } from 'react-router'

type Props = {
  title: string
  /** Where the title leads. */
  to: string | null
  detail: ReactNode
  badge: ReactNode
  /** The way out of a problem. */
  action: ReactNode
}

/** Names, states and actions each stand under each other; on phones the latter two share a line. */
export function SyncRow({ title, to, detail, badge, action }: Props) {
  return (
    <li className="grid items-center gap-x-4 gap-y-1 px-5 py-3 text-sm sm:px-6 md:grid-cols-[minmax(0,1fr)_13rem_10.5rem]">
      <div className="min-w-0">
        <p className="truncate font-medium">
          {to ? (
            <Link to={to} className="underline-offset-4 hover:text-accent hover:underline">
              {title}
            </Link>
          ) : (
            title
          )}
        </p>
        <div className="flex min-h-5 gap-x-3 text-ink-soft max-md:flex-wrap md:truncate">
          {detail}
        </div>
      </div>
      {(badge || action) && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 md:contents">
          <div className="flex min-h-6 items-center">{badge}</div>
          <div className="ml-auto flex flex-col items-end text-right">{action}</div>
        </div>
      )}
    </li>
  )
}
