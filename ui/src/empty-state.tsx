import type { ReactNode } from 'react'

type Props = { icon?: ReactNode; title: string; text: string; action?: ReactNode }

/** Explains an empty list, and offers an action. */
export function EmptyState({ icon, title, text, action }: Props) {
  return (
    <div className="flex flex-col items-center px-6 py-12 text-center">
      {icon && (
        <span className="mb-4 grid size-12 place-items-center rounded-full bg-accent-tint text-accent">
          {icon}
        </span>
      )}
      <p className="font-semibold">{title}</p>
      <p className="mt-1 max-w-prose text-sm text-ink-soft">{text}</p>
      {action && <div className="mt-5">{action}</div>}
    </div>
  )
}
