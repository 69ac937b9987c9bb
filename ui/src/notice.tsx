import type { ReactNode } from 'react'
import { CheckIcon, InfoIcon, WarningIcon } from './icons.tsx'

const TONES = {
  danger: { look: 'border-danger/40 bg-danger-tint', sign: 'text-danger', Sign: WarningIcon },
  positive: { look: 'border-positive/40 bg-positive-tint', sign: 'text-positive', Sign: CheckIcon },
  plain: { look: 'border-line-strong bg-sunken', sign: 'text-ink-soft', Sign: InfoIcon },
}

type Props = { tone: keyof typeof TONES; children: ReactNode }

/** Says what has just happened, where it happened. A failure interrupts a screen reader, everything else waits its turn. */
export function Notice({ tone, children }: Props) {
  const { look, sign, Sign } = TONES[tone]

  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={`flex animate-arrive items-start gap-3 rounded-md border px-4 py-3 text-sm ${look}`}
    >
      <Sign className={`mt-px size-5 flex-none ${sign}`} />
      <div className="min-w-0 flex-1 break-words">{children}</div>
    </div>
  )
}
