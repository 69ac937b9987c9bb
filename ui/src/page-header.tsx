import type { ReactNode } from 'react'

type Props = { title: string; lead?: string; action?: ReactNode }

/** The top of a screen: its h1 and its main action. */
export function PageHeader({ title, lead, action }: Props) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-4">
      <div className="min-w-0">
        <h1 className="text-title font-semibold break-words">{title}</h1>
        {lead && <p className="mt-2 text-ink-soft">{lead}</p>}
      </div>
      {action}
    </div>
  )
}
