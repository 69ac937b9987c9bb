import type { ReactNode } from 'react'
import { CheckIcon, InfoIcon, WarningIcon } from './icons.tsx'

const TONES = {
  danger: { frame: 'border-danger/40 bg-danger-tint', color: 'text-danger', Icon: WarningIcon },
  positive: {
    frame: 'border-positive/40 bg-positive-tint',
    color: 'text-positive',
    Icon: CheckIcon,
  },
  notice: { frame: 'border-notice/40 bg-notice-tint', color: 'text-notice', Icon: WarningIcon },
  plain: { frame: 'border-line-strong bg-sunken', color: 'text-ink-soft', Icon: InfoIcon },
}

type Props = { tone: keyof typeof TONES; children: ReactNode }

/** Reports a result beside its action. A failure interrupts a screen reader; other results are announced politely. */
export function Notice({ tone, children }: Props) {
  const { frame, color, Icon } = TONES[tone]

  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={`flex animate-arrive items-start gap-3 rounded-md border px-4 py-3 text-sm ${frame}`}
    >
      <Icon className={`mt-px size-5 flex-none ${color}`} />
      <div className="min-w-0 flex-1 break-words">{children}</div>
    </div>
  )
}
