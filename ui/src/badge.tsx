import type { ReactNode } from 'react'

const TONES = {
  plain: 'border-line-strong text-ink-soft',
  accent: 'border-accent/40 bg-accent-tint text-accent',
  positive: 'border-positive/40 bg-positive-tint text-positive',
  notice: 'border-notice/40 bg-notice-tint text-notice',
  danger: 'border-danger/40 bg-danger-tint text-danger',
}

/** The text carries the meaning; the colour only repeats it. */
export function Badge({
  tone = 'plain',
  children,
}: {
  tone?: keyof typeof TONES
  children: ReactNode
}) {
  return (
    <span
      className={`inline-flex max-w-full items-center gap-1 rounded-full border px-2.5 text-xs font-medium whitespace-nowrap ${TONES[tone]}`}
    >
      {children}
    </span>
  )
}
